import { Controller } from "./stimulus.js";
import { refresh } from "./talk.js";

const OFTEN = 1500;

/** Looks again at a run of a workflow while it goes on; not every step is an event of the board. */
export default class extends Controller {
  static values = { working: Boolean };

  disconnect() {
    clearInterval(this.timer);
  }

  workingValueChanged(isWorking) {
    clearInterval(this.timer);
    if (isWorking) this.timer = setInterval(refresh, OFTEN);
  }
}
