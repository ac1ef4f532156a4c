// What the frame adds to a page that works without it: the reader's time zone for the server, the menu that
// can be folded away, menus that Escape closes, and secrets that are selected when they are focused.
"use strict";
{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `decisions_zone=${zone}; path=/console/; max-age=31536000; samesite=lax${secure}`;

  const root = document.documentElement;
  const fold = document.querySelector("[data-sidebar]");
  const showFolded = () => {
    const folded = localStorage.getItem("sidebarDesktopOpen") === "0";
    root.classList.toggle("f-folded", folded);
    if (fold) fold.setAttribute("aria-expanded", String(!folded));
  };
  showFolded();
  if (fold) {
    fold.addEventListener("click", () => {
      localStorage.setItem("sidebarDesktopOpen", root.classList.contains("f-folded") ? "1" : "0");
      showFolded();
    });
  }

  const menus = () => document.querySelectorAll("details.f-account[open], details.f-menu-button[open]");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });

  for (const field of document.querySelectorAll("input.c-secret")) {
    field.addEventListener("focus", () => field.select());
  }

  // What scrolls by itself is reached by keyboard, so that its end can be read without a mouse.
  for (const each of document.querySelectorAll(".c-scroll, .c-findings, .c-outline, .c-theirs, .c-long, pre")) {
    const scrolls = each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth;
    if (scrolls && !each.hasAttribute("tabindex")) each.tabIndex = 0;
  }

  const search = document.querySelector("main input[type=search]");
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || !search || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    search.focus();
  });

  // An empty choice in a list's filters says nothing, so the address does not name it.
  const filters = document.getElementById("filter-form");
  if (filters) {
    filters.addEventListener("formdata", ({ formData }) => {
      const empty = [...formData.entries()].filter(([, value]) => value === "");
      for (const [name] of empty) formData.delete(name);
    });
  }
}
