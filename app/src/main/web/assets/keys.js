import { Controller } from "./stimulus.js";
import { unfold } from "./folds.js";
import { visit } from "./turbo.js";
import { isForPage } from "./typing.js";

// why a table: a second key belongs to the first one, and only for a moment
const AFTER = {
  g: { b: (keys, event) => keys.go("board", event), i: (keys, event) => keys.go("needs", event), w: (keys, event) => keys.go("workflows", event), s: (keys, event) => keys.go("insights", event) },
  x: { m: (_, event) => unfold("merge", event), p: (_, event) => unfold("pull-request", event) },
};

// why here: the page may be replaced between the two keys
let first = null;
let firstAt = -Infinity;

/** The keys that work on every page. No key acts while one types. */
export default class extends Controller {
  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const form = event.target.closest("form");
      if (form) {
        event.preventDefault();
        // why a button: it may say what is sent
        const button = form.querySelector("[data-main]") ?? form.querySelector("button:not([type=button])");
        form.requestSubmit(button ?? undefined);
      }
      return;
    }
    // why: browsers would empty it, and what was typed stays
    if (event.key === "Escape" && event.target.matches("input[type=search]")) {
      event.preventDefault();
      event.target.blur();
      return;
    }
    if (!isForPage(event)) return;
    const second = performance.now() - firstAt < 1500 ? AFTER[first]?.[event.key] : undefined;
    first = null;
    if (second) second(this, event);
    else if (AFTER[event.key]) {
      first = event.key;
      firstAt = performance.now();
    } else if (event.key === "1") this.click("[data-key=conversation]", event);
    else if (event.key === "2") this.click("[data-key=review]", event);
    else if (event.key === "c") this.click("[data-key=new]", event);
    else if (event.key === "/") this.search(event);
    else if (event.key === "u") this.click("#toasts button", event);
    else if (event.key === "?") this.help(event);
  }

  go(place, event, hash = "") {
    const link = document.querySelector(`[data-go=${place}]`);
    if (link) {
      event.preventDefault();
      visit(link.href + hash);
    }
  }

  click(selector, event) {
    const link = document.querySelector(selector);
    if (link) {
      event.preventDefault();
      link.click();
    }
  }

  /** Where a page has no search, that of the board is meant. */
  search(event) {
    const field = document.querySelector("[data-key=search]");
    if (!field) return this.go("board", event, "#search");
    event.preventDefault();
    field.focus();
    field.select();
  }

  help(event) {
    event?.preventDefault();
    document.getElementById("dialog-frame").setAttribute("src", "/keys");
  }
}
