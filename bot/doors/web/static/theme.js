// Light or dark: what was chosen here before, else what the system likes. It runs before anything is shown.
"use strict";
(() => {
  const root = document.documentElement, light = matchMedia("(prefers-color-scheme: light)");
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* no storage, no memory */ }
  const known = chosen === "light" || chosen === "dark";
  root.dataset.theme = known ? chosen : light.matches ? "light" : "dark";
  root.classList.add("js");
  if (!known) light.addEventListener("change", () => { root.dataset.theme = light.matches ? "light" : "dark"; });
})();
