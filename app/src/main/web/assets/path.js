import { Controller } from "./stimulus.js";
import { send } from "./talk.js";

/** How long somebody types on before the server is asked. */
const PAUSE = 300;

/** Says what is at a path while it is typed. Only what is sent is refused. */
export default class extends Controller {
  static targets = ["field", "said"];

  connect() {
    this.onRefreshed = () => this.show();
    document.addEventListener("baton:refreshed", this.onRefreshed);
  }

  disconnect() {
    clearTimeout(this.timer);
    document.removeEventListener("baton:refreshed", this.onRefreshed);
  }

  get typed() {
    return this.fieldTarget.value.trim();
  }

  /** True if why this path was refused stands there, which tells more than a look at it. */
  get isRefused() {
    return this.saidTarget.getAttribute("role") === "alert" && this.typed === this.fieldTarget.defaultValue.trim();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  async look() {
    const path = this.typed;
    // why: while nobody answers, what stands there is as good
    const found = path ? await send("/projects/look", { path }).catch(() => null) : null;
    // why: an answer to what was typed before may come later
    if (!found || path !== this.typed) return;
    this.found = { ...found, path };
    this.show();
  }

  show() {
    if (!this.found || this.found.path !== this.typed || this.isRefused) return;
    const sign = document.createElement("i");
    sign.className = "s s-check";
    this.saidTarget.className = "quiet";
    this.saidTarget.removeAttribute("role");
    this.saidTarget.replaceChildren(...(this.found.fits ? [sign] : []), this.found.said);
  }
}
