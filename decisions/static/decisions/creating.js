// The template follows the space and kind that are chosen, as long as it was not edited.
(() => {
  "use strict";
  const form = document.getElementById("creation");
  if (!form) return;
  const { space_id: space, kind, text, access, fills_in: fillsIn, shown_for: shownFor } = form.elements;
  const notice = form.querySelector(".e-template");
  form.classList.add("e-scripted");

  let template = shownFor.value ? text.defaultValue : "";
  let leaving = false;
  let asked = 0;

  const take = (start, chosen) => {
    template = text.value = start.text;
    shownFor.value = chosen;
    fillsIn.checked = true;
    notice.hidden = true;
  };

  const follow = async () => {
    const chosen = `${space.value}:${kind.value}`;
    const query = new URLSearchParams({ space_id: space.value, kind: kind.value });
    const turn = (asked += 1);
    const answer = await fetch(`${form.dataset.templateUrl}?${query}`).catch(() => null);
    // Another choice was made meanwhile.
    if (turn !== asked || !answer?.ok) return;
    const start = await answer.json();
    access.options[0].textContent = start.access;
    if (!text.value.trim() || text.value === template) {
      take(start, chosen);
      return;
    }
    notice.hidden = false;
    notice.querySelector("button").onclick = () => take(start, chosen);
  };
  space.addEventListener("change", follow);
  kind.addEventListener("change", follow);

  form.addEventListener("submit", () => (leaving = true));
  window.addEventListener("pageshow", () => (leaving = false));
  window.addEventListener("beforeunload", (event) => {
    if (!leaving && text.value !== text.defaultValue && text.value !== template) event.preventDefault();
  });
})();
