// The page of a document: from a selection to a comment on it, between a quote and its thread, and where one reads.
// All of it has a way without a script: the form's own field, links, and the outline.
(() => {
  const text = document.querySelector("article.document-text[data-version]");
  if (!text) return;

  const blockOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest("[data-line]");

  // What was selected, the line its block begins on, and how often the same words stand before it in that block.
  const selection = () => {
    const chosen = window.getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0);
    if (!text.contains(range.commonAncestorContainer)) return null;
    const quote = chosen.toString().trim();
    if (!quote) return null;
    const block = blockOf(range.startContainer);
    const above = document.createRange();
    above.setStart(block || text, 0);
    above.setEnd(range.startContainer, range.startOffset);
    return { quote, line: block?.dataset.line || "", before: above.toString().split(quote).length - 1, range };
  };

  const say = document.getElementById("say");
  const form = say?.querySelector("form");
  if (form) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "c-button c-primary c-select";
    button.textContent = say.querySelector("summary").textContent;
    button.hidden = true;
    document.body.append(button);
    let chosen = null;
    document.addEventListener("selectionchange", () => {
      chosen = selection() || (document.activeElement === button ? chosen : null);
      button.hidden = !chosen;
      if (!chosen) return;
      const box = chosen.range.getBoundingClientRect();
      button.style.top = `${window.scrollY + box.bottom + 6}px`;
      button.style.left = `${Math.max(8, Math.min(window.scrollX + box.left, window.innerWidth - 140))}px`;
    });
    // Before the click takes the selection away.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      if (!chosen) return;
      form.elements.quote.value = chosen.quote.slice(0, 2000);
      form.elements.line.value = chosen.line;
      form.elements.before.value = Math.min(chosen.before, 200);
      say.open = true;
      button.hidden = true;
      say.scrollIntoView({ block: "nearest" });
      form.elements.body.focus();
    });
    // Words typed into the field were not selected anywhere.
    form.elements.quote.addEventListener("input", () => {
      form.elements.line.value = form.elements.before.value = "";
    });
  }

  const near = (id, on) => {
    text.querySelectorAll(`.c-quote[data-threads~="${id}"]`).forEach((mark) => mark.classList.toggle("c-near", on));
    document.getElementById(`thread-${id}`)?.classList.toggle("c-near", on);
  };
  text.querySelectorAll(".c-quote").forEach((mark) => {
    const id = mark.dataset.threads.split(" ").at(-1);
    mark.addEventListener("mouseenter", () => near(id, true));
    mark.addEventListener("mouseleave", () => near(id, false));
    mark.addEventListener("click", () => {
      if (!mark.closest("a") && window.getSelection().isCollapsed) window.location.hash = `thread-${id}`;
    });
  });
  document.querySelectorAll(".c-rail .c-thread").forEach((thread) => {
    const id = thread.id.replace("thread-", "");
    thread.addEventListener("mouseenter", () => near(id, true));
    thread.addEventListener("mouseleave", () => near(id, false));
  });

  const links = new Map();
  document.querySelectorAll(".c-outline a").forEach((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  });
  let current = null;
  const follow = () => {
    let read = null;
    for (const heading of links.keys()) {
      if (heading.getBoundingClientRect().top > 120) break;
      read = heading;
    }
    const link = links.get(read) || null;
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    current = link;
  };
  if (links.size) {
    document.addEventListener("scroll", follow, { passive: true, capture: true });
    follow();
  }
})();
