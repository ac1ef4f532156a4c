// Texts that were typed and not saved, kept in this browser alone: one for each person, document and base version.
(() => {
  "use strict";
  const PREFIX = "decisions.draft.";
  // Long enough for a holiday; a browser's storage is no archive.
  const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000;

  // A draft that was offered, not answered, and would be written over by a new one on the same version.
  const ASIDE = ".aside";

  const nameOf = (person, document, base) => `${PREFIX}${person}.${document}.${base}`;

  const read = (name) => {
    try {
      const draft = JSON.parse(localStorage.getItem(name));
      return draft && typeof draft.text === "string" && Number.isFinite(draft.at) ? draft : null;
    } catch {
      return null;
    }
  };

  const forget = (name) => {
    try {
      localStorage.removeItem(name);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  };

  // Whether it was kept: a browser may have no room, or keep nothing at all.
  const keep = (name, text, message) => {
    try {
      localStorage.setItem(name, JSON.stringify({ text, message, at: Date.now() }));
      return true;
    } catch {
      return false;
    }
  };

  const setAside = (draft) => {
    const name = draft.name.endsWith(ASIDE) ? draft.name : draft.name + ASIDE;
    keep(name, draft.text, draft.message);
    return { ...draft, name };
  };

  const names = () => {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    } catch {
      return [];
    }
  };

  // The newest draft of a document, whatever version it was made on.
  const newest = (person, document) => {
    const start = nameOf(person, document, "");
    return names()
      .filter((name) => name.startsWith(start))
      .map((name) => ({ name, base: name.slice(start.length).replace(ASIDE, ""), ...read(name) }))
      .filter((draft) => typeof draft.text === "string")
      .sort((a, b) => b.at - a.at)[0];
  };

  for (const name of names()) {
    const draft = read(name);
    if (!draft || draft.at < Date.now() - KEPT_MILLISECONDS) forget(name);
  }

  // A save leads to the document's page and says there which base it was made on.
  const saved = location.hash.match(/^#saved-(\d+)$/);
  if (saved) {
    const id = location.pathname.split("/").filter(Boolean).pop();
    for (const name of names()) if (name.endsWith(`.${id}.${saved[1]}`)) forget(name);
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  window.decisionsDrafts = { nameOf, keep, forget, setAside, newest };
})();
