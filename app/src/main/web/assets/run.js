import { Controller } from "./stimulus.js";
import { refresh } from "./talk.js";

const OFTEN = 1500;
const SELDOM = 4000;

/** Looks again at runs of workflows, often while one works; what happens to them is no event of the board. */
export default class extends Controller {
  static values = { working: Boolean };

  disconnect() {
    clearInterval(this.timer);
  }

  workingValueChanged(isWorking) {
    clearInterval(this.timer);
    this.timer = setInterval(refresh, isWorking ? OFTEN : SELDOM);
  }
}
