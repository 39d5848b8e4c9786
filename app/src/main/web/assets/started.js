import { Controller } from "./stimulus.js";
import { toast } from "./sentences.js";
import { visit } from "./turbo.js";

/** Says what the reader has started, and shows the column where it stands now, which on a phone may be another one. */
export default class extends Controller {
  static targets = ["words", "link"];
  static values = { column: String };

  connect() {
    // why later: while a page is exchanged, what stays is put in a moment later
    requestAnimationFrame(() => this.tell());
  }

  tell() {
    if (!this.element.isConnected) return;
    const { href } = this.linkTarget;
    toast(this.wordsTarget.textContent, { word: this.linkTarget.textContent, run: () => visit(href) });
    this.element.remove();
    const columns = document.getElementById("columns");
    columns.scrollLeft += document.getElementById(this.columnValue).getBoundingClientRect().left - columns.getBoundingClientRect().left;
    // why: whoever loads the page again starts nothing
    history.replaceState(history.state, "", location.pathname);
  }
}
