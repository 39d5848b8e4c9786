import { Controller } from "./stimulus.js";

/** A sentence that stays until the reader does something else. */
export default class extends Controller {
  connect() {
    this.leave = () => this.element.remove();
    document.addEventListener("turbo:submit-start", this.leave, { once: true });
    document.addEventListener("turbo:before-visit", this.leave, { once: true });
  }

  disconnect() {
    document.removeEventListener("turbo:submit-start", this.leave);
    document.removeEventListener("turbo:before-visit", this.leave);
  }
}
