import { Controller } from "./stimulus.js";
import { visit } from "./turbo.js";
import { leave, takeLeft } from "./unsent.js";
import Writing from "./writing.js";

/** A comment on a message of the agent, in a form that goes on with the draft that there is. */
export default class extends Controller {
  static values = { address: String, where: String };

  connect() {
    const { id, seen, entry } = this.fields;
    const known = seen ? { id: id.value, seen: seen.value } : {};
    const draft = { address: this.addressValue, where: this.whereValue, fields: { entry: entry.value }, ...known };
    // why: the dialog stays while pages are exchanged around it
    this.writing = this.element.writing ?? new Writing(this.element, draft, () => this.leave());
    this.takeUpLeft();
  }

  disconnect() {
    this.saveAtOnce();
  }

  get fields() {
    return this.element.elements;
  }

  close(event) {
    this.writing.finish(event);
  }

  saveAtOnce() {
    this.writing.remark.saveAtOnce();
    leave();
  }

  saveAgain() {
    this.writing.remark.saveAgain();
  }

  /** What a window left behind goes on here, unless somebody types already. */
  async takeUpLeft() {
    const { text, entry } = this.fields;
    if (text.value !== text.defaultValue) return;
    const [left] = await takeLeft((it) => it.address === this.addressValue && it.fields.entry === entry.value);
    if (!left || text.value !== text.defaultValue) return;
    text.value = left.text;
    this.writing.remark.take({ ...left, seen: left.seen ?? "", isLeft: true });
    this.writing.remark.save();
  }

  /** Back to the conversation, over which the form may stand. */
  leave() {
    const dialog = this.element.closest("dialog");
    if (dialog) dialog.close();
    else visit(this.fields.back.value);
  }
}
