import { Controller } from "./stimulus.js";
import { visit } from "./turbo.js";
import { isTyping } from "./talk.js";

/** The keys that work on every page. No key acts while one types. */
export default class extends Controller {
  connect() {
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  disconnect() {
    document.removeEventListener("keydown", this.onKey);
  }

  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const form = event.target.closest("form");
      if (form) {
        event.preventDefault();
        form.requestSubmit(form.querySelector("[data-main]") ?? undefined);
      }
      return;
    }
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const isSecond = this.isGoing && performance.now() - this.isGoing < 1500;
    this.isGoing = 0;
    if (isSecond && event.key === "b") this.go("board", event);
    else if (isSecond && event.key === "i") this.go("needs", event);
    else if (isSecond && event.key === "w") this.go("workflows", event);
    else if (event.key === "g") this.isGoing = performance.now();
    else if (event.key === "c") this.click("[data-key=new]", event);
    else if (event.key === "/") this.focus("[data-key=search]", event);
    else if (event.key === "?") this.help(event);
  }

  go(place, event) {
    const link = document.querySelector(`[data-go=${place}]`);
    if (link) {
      event.preventDefault();
      visit(link.href);
    }
  }

  click(selector, event) {
    const link = document.querySelector(selector);
    if (link) {
      event.preventDefault();
      link.click();
    }
  }

  focus(selector, event) {
    const field = document.querySelector(selector);
    if (field) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  }

  help(event) {
    event?.preventDefault();
    document.getElementById("keys").showModal();
  }
}
