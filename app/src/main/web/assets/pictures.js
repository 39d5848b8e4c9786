import { Controller } from "./stimulus.js";

/** Images of a form: pasted ones join those that were chosen. */
export default class extends Controller {
  static targets = ["files", "words"];

  connect() {
    this.onPaste = (event) => this.paste(event);
    this.onSent = (event) => {
      if (event.detail.success && this.hasFilesTarget) this.filesTarget.value = "";
      this.tell();
    };
    this.element.addEventListener("paste", this.onPaste);
    this.element.addEventListener("turbo:submit-end", this.onSent);
  }

  disconnect() {
    this.element.removeEventListener("paste", this.onPaste);
    this.element.removeEventListener("turbo:submit-end", this.onSent);
  }

  paste(event) {
    const pasted = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith("image/"));
    if (pasted.length === 0 || !this.hasFilesTarget) return;
    event.preventDefault();
    const all = new DataTransfer();
    for (const file of [...this.filesTarget.files, ...pasted]) all.items.add(file);
    this.filesTarget.files = all.files;
    this.tell();
  }

  /** Says how many there are where only a button can be seen. */
  tell() {
    if (!this.hasWordsTarget) return;
    const count = this.filesTarget.files.length;
    this.wordsTarget.textContent = count === 0 ? "Images" : count === 1 ? "1 image" : `${count} images`;
  }
}
