import { Controller } from "./stimulus.js";
import { toast } from "./talk.js";

/** Copies a text; where the browser does not allow it, the text is shown to be copied by hand. */
export default class extends Controller {
  static values = { text: String };

  async copy() {
    try {
      await navigator.clipboard.writeText(this.textValue);
      toast("Copied");
    } catch {
      toast(this.textValue);
    }
  }
}
