import { Controller } from "./stimulus.js";

/** A dialog whose content is a frame: it opens when the frame has something, and Esc keeps it. */
export default class extends Controller {
  static targets = ["frame"];

  connect() {
    this.onLoad = () => {
      if (this.frameTarget.childElementCount > 0 && !this.element.open) {
        this.opener = document.activeElement;
        this.element.setAttribute("aria-label", this.frameTarget.querySelector(".dialog-head :is(span, h1)")?.textContent ?? "Dialog");
        this.element.showModal();
        this.frameTarget.querySelector("[autofocus]")?.focus();
      }
    };
    this.onLeave = () => this.element.open && this.element.close();
    this.element.addEventListener("turbo:frame-load", this.onLoad);
    document.addEventListener("turbo:before-render", this.onLeave);
  }

  disconnect() {
    document.removeEventListener("turbo:before-render", this.onLeave);
  }

  /** A form that was taken closes the dialog; one that was refused says why in it. */
  sent(event) {
    if (event.detail.success && event.detail.fetchResponse?.redirected) this.close();
  }

  /** Esc does what closes the form, which may have something to keep. */
  cancel(event) {
    const button = this.frameTarget.querySelector("[data-close]");
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  close() {
    this.element.close();
  }

  closed() {
    // why not else: what is asked for next may be on its way
    if (!this.frameTarget.matches("[busy]")) this.frameTarget.removeAttribute("src");
    this.frameTarget.replaceChildren();
  }
}
