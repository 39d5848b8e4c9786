import { Controller } from "./stimulus.js";
import { toast } from "./sentences.js";
import { isForPage } from "./typing.js";

/** For how long no key acts after a row went under the hands of whoever was about to answer it. */
const PAUSE = 1500;
/** How long it takes to see a row go that somebody has answered here. */
const ANSWERING = 5000;

/** The list of what waits for a person, by keys. */
export default class extends Controller {
  static targets = ["row"];

  connect() {
    this.onKey = (event) => this.key(event);
    this.onFocus = (event) => this.remember(event);
    this.onRendered = () => this.focusAgain();
    document.addEventListener("keydown", this.onKey);
    this.element.addEventListener("focusin", this.onFocus);
    this.onAnswer = () => (this.answeredAt = performance.now());
    this.element.addEventListener("submit", this.onAnswer);
    document.addEventListener("turbo:render", this.onRendered);
    document.addEventListener("baton:refreshed", this.onRendered);
  }

  disconnect() {
    document.removeEventListener("keydown", this.onKey);
    this.element.removeEventListener("focusin", this.onFocus);
    this.element.removeEventListener("submit", this.onAnswer);
    document.removeEventListener("turbo:render", this.onRendered);
    document.removeEventListener("baton:refreshed", this.onRendered);
  }

  get chosen() {
    return document.activeElement?.closest?.("[data-needs-target=row]");
  }

  remember(event) {
    this.field = event.target.matches("input, textarea") ? event.target : null;
    this.index = this.rowTargets.indexOf(event.target.closest("[data-needs-target=row]"));
  }

  /** When a row that had the focus is gone, the next one has it; not if it went while somebody wrote there, or just before a key. */
  focusAgain() {
    if (!(this.index >= 0) || document.activeElement !== document.body) return;
    const isOurs = performance.now() - (this.answeredAt ?? -Infinity) < ANSWERING;
    if (!isOurs) this.deafUntil = performance.now() + PAUSE;
    const { field } = this;
    if (isOurs || !field || field.isConnected) {
      this.focusRow(this.index);
      return;
    }
    this.field = null;
    this.index = -1;
    toast("Somebody answered this meanwhile; yours was not sent.");
  }

  focusRow(index) {
    this.rowTargets[Math.max(0, Math.min(index, this.rowTargets.length - 1))]?.focus();
  }

  /** Whoever opens the field for a reason wants to write one. */
  opened(event) {
    if (event.target.open) event.target.querySelector("input[name=reason]")?.focus();
  }

  /** Closes the field; what was typed stays in it. */
  close(event) {
    event.currentTarget.open = false;
    this.chosen?.focus();
  }

  key(event) {
    if (performance.now() < this.deafUntil || !isForPage(event)) return;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.focusRow(this.chosen ? this.rowTargets.indexOf(this.chosen) + step : 0);
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
