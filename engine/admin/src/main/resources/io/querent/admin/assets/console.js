// Conveniences. Every page works without them.
(() => {
  "use strict";
  const units = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];

  const relative = (then) => {
    const seconds = Math.round((Date.now() - then) / 1000);
    const size = Math.abs(seconds);
    const [unit, length] = units.find(([, each]) => size >= each) ?? ["s", 1];
    const count = Math.floor(size / length);
    return seconds >= 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
  };

  const tellTimes = () => {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const then = Date.parse(time.dateTime);
      if (!Number.isNaN(then)) {
        time.title = relative(then);
        const near = time.parentElement?.querySelector(":scope > [data-relative]");
        if (near) {
          near.textContent = `(${relative(then)})`;
        }
      }
    }
  };

  const typing = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) {
      return;
    }
    if (event.key === "/") {
      const search = document.querySelector("[data-search]");
      if (search) {
        event.preventDefault();
        search.focus();
      } else {
        location.assign("/console/sagas#search");
      }
    }
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (button) {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = "copied";
      } catch {
        button.textContent = "select and copy";
      }
    }
  });

  // A form that has been sent is not sent again by a second click; the server would take it for the same request anyway.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.once !== undefined) {
      if (form.dataset.sent !== undefined) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = "";
    }
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) {
      delete form.dataset.sent;
    }
  });

  // What replaces itself between the press and the release of a pointer takes the click with it: it waits for the release.
  const held = new Set();
  let pressed = false;
  document.addEventListener("pointerdown", () => {
    pressed = true;
  }, true);
  document.addEventListener("htmx:beforeSwap", (event) => {
    const live = event.detail.elt;
    if (pressed && live.matches('[hx-trigger~="released"]')) {
      event.detail.shouldSwap = false;
      held.add(live);
    }
  });
  const release = () => {
    // The click comes after the release.
    setTimeout(() => {
      pressed = false;
      for (const live of held) {
        htmx.trigger(live, "released");
      }
      held.clear();
    });
  };
  document.addEventListener("pointerup", release, true);
  document.addEventListener("pointercancel", release, true);
  window.addEventListener("blur", release);

  const offerCopies = () => {
    for (const button of document.querySelectorAll("button[data-copy][hidden]")) {
      button.hidden = navigator.clipboard === undefined;
    }
  };

  document.addEventListener("htmx:afterSettle", () => {
    tellTimes();
    offerCopies();
  });
  tellTimes();
  offerCopies();
  setInterval(tellTimes, 15000);
})();
