import { createRoot } from "react-dom/client";
import "sonde/react/styles.css";
import "./playground.css";
import { SearchPage } from "./SearchPage.tsx";
import { Shell } from "./Shell.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <Shell page="search">
      <SearchPage />
    </Shell>,
  );
}
