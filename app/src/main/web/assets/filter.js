import { Controller } from "./stimulus.js";

/** Sends the filter when something was chosen. On a phone it waits behind a symbol. */
export default class extends Controller {
  static targets = ["form", "toggle"];

  connect() {
    this.show = () => {
      for (const button of this.toggleTargets) button.setAttribute("aria-expanded", String(this.isOpen));
    };
    document.addEventListener("baton:refreshed", this.show);
    this.show();
  }

  disconnect() {
    document.removeEventListener("baton:refreshed", this.show);
  }

  // why there: what comes from the server does not change it
  get isOpen() {
    return document.documentElement.hasAttribute("data-find");
  }

  toggle() {
    document.documentElement.toggleAttribute("data-find", !this.isOpen);
    this.show();
    if (this.isOpen) this.formTarget.querySelector("input[type=search]")?.focus();
  }

  send() {
    (this.hasFormTarget ? this.formTarget : this.element).requestSubmit();
  }
}
