import { Controller } from "./stimulus.js";
import { isTyping } from "./talk.js";

/** The list of what waits for a person, by keys. */
export default class extends Controller {
  static targets = ["row"];

  connect() {
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  disconnect() {
    document.removeEventListener("keydown", this.onKey);
  }

  get chosen() {
    return document.activeElement?.closest?.("[data-waits-target=row]");
  }

  key(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const index = this.chosen ? this.rowTargets.indexOf(this.chosen) + step : 0;
      this.rowTargets[Math.max(0, Math.min(index, this.rowTargets.length - 1))]?.focus();
      return;
    }
    const act = { Enter: "approve", d: "deny", o: "open" }[event.key];
    if (!act || !this.chosen || (event.key === "Enter" && document.activeElement !== this.chosen)) return;
    const button = this.chosen.querySelector(`[data-act=${act}]`) ?? (act === "approve" ? this.chosen.querySelector("[data-act=open]") : null);
    if (button) {
      event.preventDefault();
      button.click();
    }
  }
}
