import { Controller } from "./stimulus.js";

/** Sends the filter when something was chosen. */
export default class extends Controller {
  send() {
    this.element.requestSubmit();
  }
}
