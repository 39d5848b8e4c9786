import { Controller } from "./stimulus.js";

/** The box for a follow-up: as high as its text, and empty when the server has taken it. */
export default class extends Controller {
  static targets = ["field"];

  connect() {
    this.onSent = (event) => {
      if (event.detail.success && this.hasFieldTarget) this.fieldTarget.value = "";
      this.fit();
    };
    this.onInput = () => this.fit();
    this.element.addEventListener("turbo:submit-end", this.onSent);
    this.element.addEventListener("input", this.onInput);
  }

  // why not when the form comes: while a page is exchanged, what stays is put in a moment later
  fieldTargetConnected() {
    this.fit();
  }

  disconnect() {
    this.element.removeEventListener("turbo:submit-end", this.onSent);
    this.element.removeEventListener("input", this.onInput);
  }

  fit() {
    if (!this.hasFieldTarget) return;
    const field = this.fieldTarget;
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight + 2, innerHeight / 3)}px`;
  }
}
