// Light or dark before the page is first drawn: as the reader chose in this browser, else as their system is.
"use strict";
{
  const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem("adminTheme")) || "auto";
    } catch {
      return "auto";
    }
  };
  const show = () => {
    const theme = chosen();
    const dark = theme === "dark" || (theme === "auto" && darkSystem.matches);
    document.documentElement.classList.toggle("dark", dark);
    for (const button of document.querySelectorAll("[data-theme]")) {
      button.setAttribute("aria-pressed", String(button.dataset.theme === theme));
    }
  };
  show();
  darkSystem.addEventListener("change", show);
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme]");
    if (!button) return;
    localStorage.setItem("adminTheme", JSON.stringify(button.dataset.theme));
    show();
  });
}
