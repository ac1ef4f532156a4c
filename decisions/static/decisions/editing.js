// The editor: a preview and findings that follow what is typed, and drafts that survive a closed window.
(() => {
  "use strict";
  const form = document.getElementById("editor");
  if (!form) return;
  const drafts = window.decisionsDrafts;
  const { text, message, base_version: base, made_from: madeFrom, csrfmiddlewaretoken: token } = form.elements;
  const said = form.dataset;
  const one = (selector) => form.querySelector(selector);

  // What is typed is looked at after a pause; a text that takes long to look at is looked at less often.
  const PAUSE = 600;
  const KEEP_PAUSE = 400;

  const isUnsaved = () =>
    said.unsaved === "yes" || text.value !== text.defaultValue || message.value !== message.defaultValue;

  // --- Saving, and not losing what is not saved ---------------------------------------------------------

  let leaving = false;
  let offered = null;
  const draftName = () => drafts.nameOf(said.person, said.document, base.value);
  const state = one(".e-state");

  const keepDraft = () => {
    if (offered?.name === draftName()) offered = drafts.setAside(offered);
    if (!isUnsaved()) {
      drafts.forget(draftName());
      state.textContent = "";
      return;
    }
    state.textContent = drafts.keep(draftName(), text.value, message.value) ? said.kept : said.notKept;
  };

  window.addEventListener("beforeunload", (event) => {
    if (leaving || !isUnsaved()) return;
    keepDraft();
    event.preventDefault();
  });
  form.addEventListener("submit", () => {
    keepDraft();
    leaving = true;
  });
  // Back to a page that the browser had kept as it was.
  window.addEventListener("pageshow", () => (leaving = false));
  document.addEventListener("keydown", (event) => {
    const saves = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "s";
    if (!saves) return;
    event.preventDefault();
    form.requestSubmit(one(".e-bar button[value=save]"));
  });

  const offerDraft = () => {
    const draft = drafts.newest(said.person, said.document);
    if (!draft || draft.text === text.value) return;
    offered = draft;
    const offer = one(".e-offer");
    offer.querySelector("[data-on]").textContent = draft.base;
    const time = offer.querySelector("time");
    time.dateTime = new Date(draft.at).toISOString();
    time.textContent = new Date(draft.at).toLocaleString(document.documentElement.lang || undefined);
    offer.hidden = false;
    offer.addEventListener("click", (event) => {
      const answer = event.target.closest("[data-offer]")?.dataset.offer;
      if (!answer) return;
      if (answer === "take") {
        // On the version it was made on: saved over a newer one, it leads to the page that shows both.
        base.value = offered.base;
        text.value = offered.text;
        message.value = offered.message || message.value;
        said.unsaved = "yes";
        typed();
      }
      drafts.forget(offered.name);
      offered = null;
      offer.hidden = true;
      text.focus();
    });
  };

  // --- Preview and findings -----------------------------------------------------------------------------

  const beside = one(".e-beside");
  const panes = { preview: one("#pane-preview .e-filled"), findings: one("#pane-findings .e-filled") };
  const count = one(".e-count");
  let running = false;
  let again = false;
  let took = 0;
  let shown = null;

  const tell = (words) => {
    const told = document.createElement("p");
    told.className = "c-refusal";
    told.textContent = words;
    panes.preview.replaceChildren(told);
    panes.findings.replaceChildren();
    count.hidden = true;
    shown = null;
  };

  const fill = (html) => {
    const answer = new DOMParser().parseFromString(html, "text/html");
    const parts = [...answer.querySelectorAll("[data-draft]")];
    if (!parts.length) return tell(said.unreachable);
    for (const part of parts) panes[part.dataset.draft].replaceChildren(...part.childNodes);
    const total = Number(parts.find((part) => part.dataset.draft === "findings").dataset.total);
    count.textContent = total;
    count.hidden = !total;
  };

  const look = async () => {
    if (running) {
      again = true;
      return;
    }
    if (text.value === shown) return;
    running = true;
    const started = performance.now();
    const body = new FormData();
    body.set("csrfmiddlewaretoken", token.value);
    body.set("text", text.value);
    const looked = text.value;
    try {
      const answer = await fetch(said.draftUrl, { method: "POST", body, redirect: "manual" });
      if (answer.type === "opaqueredirect") {
        tell(said.signedOut);
      } else {
        fill(await answer.text());
        shown = looked;
      }
    } catch {
      tell(said.unreachable);
    }
    took = performance.now() - started;
    running = false;
    if (again) {
      again = false;
      later(look, PAUSE + 2 * took);
    }
  };

  // --- What is counted ----------------------------------------------------------------------------------

  const counts = one(".e-counts");
  const number = new Intl.NumberFormat(document.documentElement.lang || undefined);

  const countText = () => {
    const { value } = text;
    const lineEnds = (value.match(/\n/g) || []).length * (Number(said.lineEnd) - 1);
    const bytes = new TextEncoder().encode(value).length + lineEnds;
    const words = (value.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) || []).length;
    const most = Number(said.maxBytes);
    counts.textContent = `${number.format(words)} ${counts.dataset.words}, ${number.format(bytes)} ${counts.dataset.bytes} ${number.format(most)}.`;
    counts.classList.toggle("e-over", bytes > most);
    if (bytes > most) counts.textContent += ` ${said.tooLarge}`;
  };

  // --- Following what is typed --------------------------------------------------------------------------

  const timers = new Map();
  const later = (action, pause) => {
    clearTimeout(timers.get(action));
    timers.set(action, setTimeout(action, pause));
  };
  const typed = () => {
    later(keepDraft, KEEP_PAUSE);
    later(countText, KEEP_PAUSE);
    later(look, PAUSE + 2 * took);
  };
  text.addEventListener("input", typed);
  message.addEventListener("input", () => later(keepDraft, KEEP_PAUSE));

  // --- From a finding to its line -----------------------------------------------------------------------

  const heightAbove = (offset) => {
    const mirror = document.createElement("div");
    const style = getComputedStyle(text);
    for (const name of ["font", "letterSpacing", "lineHeight", "padding", "tabSize", "wordBreak", "overflowWrap"]) {
      mirror.style[name] = style[name];
    }
    Object.assign(mirror.style, {
      position: "absolute",
      visibility: "hidden",
      whiteSpace: "pre-wrap",
      boxSizing: "border-box",
      width: `${text.clientWidth}px`,
    });
    mirror.textContent = `${text.value.slice(0, offset)}.`;
    document.body.append(mirror);
    const height = mirror.clientHeight;
    mirror.remove();
    return height;
  };

  const goTo = (line) => {
    let start = 0;
    for (let passed = 1; passed < line; passed += 1) {
      const end = text.value.indexOf("\n", start);
      if (end < 0) break;
      start = end + 1;
    }
    const end = text.value.indexOf("\n", start);
    show("write");
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, end < 0 ? text.value.length : end);
    text.scrollTop = heightAbove(start) - text.clientHeight / 3;
    text.scrollIntoView({ block: "nearest" });
  };
  beside.addEventListener("click", (event) => {
    const link = event.target.closest("[data-line]");
    if (!link) return;
    event.preventDefault();
    goTo(Number(link.dataset.line));
  });

  // --- Tabs: one pane at a time on a narrow screen, the text beside one on a wide screen ----------------

  const tabs = [...form.querySelectorAll("[role=tab]")];
  const wide = matchMedia("(min-width: 1100px)");

  const show = (tab) => {
    const chosen = wide.matches && tab === "write" ? said.tab || "preview" : tab;
    said.tab = wide.matches && chosen === "write" ? "preview" : chosen;
    for (const each of tabs) {
      const selected = each.dataset.tab === said.tab;
      each.setAttribute("aria-selected", String(selected));
      each.tabIndex = selected ? 0 : -1;
    }
  };
  for (const tab of tabs) tab.addEventListener("click", () => show(tab.dataset.tab));
  one("[role=tablist]").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const offered = tabs.filter((tab) => tab.offsetParent);
    const next = offered[(offered.indexOf(document.activeElement) + step + offered.length) % offered.length];
    next.focus();
    show(next.dataset.tab);
  });
  wide.addEventListener("change", () => show(wide.matches ? "preview" : "write"));

  // --- From here on the page works with its script ------------------------------------------------------

  form.classList.add("e-scripted");
  for (const hidden of [one("[role=tablist]"), beside, one("#pane-findings")]) hidden.hidden = false;
  show(wide.matches ? "preview" : "write");
  if (said.unsaved === "yes") {
    // The page answers what was sent from here. After a conflict it stands on another version: so does its draft.
    keepDraft();
    if (madeFrom.value && madeFrom.value !== base.value) drafts.forget(drafts.nameOf(said.person, said.document, madeFrom.value));
  } else {
    offerDraft();
  }
  countText();
  look();
})();
