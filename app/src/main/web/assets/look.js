import { Controller } from "./stimulus.js";
import { send } from "./talk.js";

/** Notes what somebody has seen of a review, so that they can be shown what is new since. */
export default class extends Controller {
  static values = { address: String, scope: String, print: String };

  disconnect() {
    if (location.pathname !== this.addressValue) this.note();
  }

  /** The reader leaves, also with the window, and has seen what the page shows. */
  note() {
    const isWhole = ["everything", "unseen"].includes(this.scopeValue);
    if (isWhole) send(`${this.addressValue}/looked`, { scope: this.scopeValue, print: this.printValue }, { keepalive: true }).catch(() => {});
  }
}
