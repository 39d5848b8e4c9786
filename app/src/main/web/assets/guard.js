import { Controller } from "./stimulus.js";
import { refresh } from "./talk.js";

/** A frame in which somebody types is left alone by what comes from elsewhere. */
export default class extends Controller {
  static targets = ["leave"];

  connect() {
    this.onRender = () => this.look();
    this.onSent = (event) => event.detail.success && refresh();
    this.onFocus = (event) => this.choose(event.target);
    this.element.addEventListener("focusin", this.onFocus);
    this.element.addEventListener("turbo:frame-render", this.onRender);
    this.element.addEventListener("turbo:submit-end", this.onSent);
  }

  disconnect() {
    this.element.removeEventListener("focusin", this.onFocus);
    this.element.removeEventListener("turbo:frame-render", this.onRender);
    this.element.removeEventListener("turbo:submit-end", this.onSent);
  }

  /** Whoever has chosen a field already keeps it: the one that comes by itself may come a moment later. */
  choose(field) {
    for (const other of this.element.querySelectorAll("[autofocus]")) if (other !== field) other.removeAttribute("autofocus");
  }

  /** Leaves the form; what was typed is a draft, and here again when the form is opened anew. */
  close(event) {
    if (event.defaultPrevented) return;
    event.preventDefault();
    this.element.src = this.leaveTarget.href;
  }

  look() {
    const isTyped = this.element.querySelector("form") !== null;
    // why: the form that had the focus has gone
    if (!isTyped && document.activeElement === document.body) this.element.querySelector("a")?.focus({ preventScroll: true });
    this.element.toggleAttribute("data-turbo-permanent", isTyped);
    if (isTyped) this.element.querySelector("[autofocus]")?.focus();
  }
}
