import { createRoot } from "react-dom/client";
import "sonde/react/styles.css";
import "./playground.css";
import { GalleryPage } from "./GalleryPage.tsx";
import { Shell } from "./Shell.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <Shell page="gallery">
      <GalleryPage />
    </Shell>,
  );
}
