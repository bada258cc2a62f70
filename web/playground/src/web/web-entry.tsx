import { createRoot } from "react-dom/client";
import "sonde/react/styles.css";
import "../playground.css";
import "./web.css";
import { Shell } from "../Shell.tsx";
import { WebPage } from "./WebPage.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <Shell page="web">
      <WebPage />
    </Shell>,
  );
}
