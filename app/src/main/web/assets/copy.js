import { Controller } from "./stimulus.js";
import { toast } from "./sentences.js";

/** Copies a text; where the browser does not allow it, the text is shown to be copied by hand. */
export default class extends Controller {
  static targets = ["source"];
  static values = { text: String };

  get text() {
    return this.hasSourceTarget ? this.sourceTarget.value : this.textValue;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text);
      toast("Copied");
    } catch {
      if (this.hasSourceTarget) this.sourceTarget.select();
      else toast(this.textValue);
    }
  }
}
