import { Controller } from "./stimulus.js";
import { refresh } from "./talk.js";

/** A frame in which somebody types is left alone by what comes from elsewhere. */
export default class extends Controller {
  connect() {
    this.onRender = () => this.look();
    this.onSent = (event) => event.detail.success && refresh();
    this.element.addEventListener("turbo:frame-render", this.onRender);
    this.element.addEventListener("turbo:submit-end", this.onSent);
  }

  disconnect() {
    this.element.removeEventListener("turbo:frame-render", this.onRender);
    this.element.removeEventListener("turbo:submit-end", this.onSent);
  }

  look() {
    const isTyped = this.element.querySelector("form") !== null;
    this.element.toggleAttribute("data-turbo-permanent", isTyped);
    if (isTyped) this.element.querySelector("[autofocus]")?.focus();
  }
}
