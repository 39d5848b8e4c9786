import { Controller } from "./stimulus.js";
import { refresh } from "./talk.js";

/** How long somebody rests who has typed what is searched for. */
const PAUSE = 300;

/** Sends a form when something was chosen in it, such as the filter, which on a phone waits behind a symbol. */
export default class extends Controller {
  static targets = ["form", "toggle"];

  connect() {
    this.show = () => {
      for (const button of this.toggleTargets) button.setAttribute("aria-expanded", String(this.isOpen));
    };
    document.addEventListener("baton:refreshed", this.show);
    // why: whoever comes back to this page finds its list, and with it the words that were searched for there
    this.leave = () => this.form.reset();
    document.addEventListener("turbo:before-cache", this.leave);
    this.show();
  }

  disconnect() {
    document.removeEventListener("baton:refreshed", this.show);
    document.removeEventListener("turbo:before-cache", this.leave);
    this.rest();
  }

  get form() {
    return this.hasFormTarget ? this.formTarget : this.element;
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

  /** Finds what is typed; the page stays, and with it whoever types on. */
  soon({ target: field }) {
    this.rest();
    this.later = setTimeout(() => {
      // why: it stands in the address from now on, and belongs to the page
      field.defaultValue = field.value;
      history.replaceState(history.state, "", `${this.form.action}?${new URLSearchParams(new FormData(this.form))}`);
      refresh();
    }, PAUSE);
  }

  /** What is sent at once is not asked for again. */
  rest() {
    clearTimeout(this.later);
  }

  send() {
    this.form.requestSubmit();
  }
}
