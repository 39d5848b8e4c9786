import { Controller } from "./stimulus.js";
import { toast } from "./sentences.js";
import { visit } from "./turbo.js";
import { leave, takeLeft } from "./rescue.js";
import Writing from "./writing.js";

/** A comment on a message of the agent, in a form that goes on with the draft that there is. */
export default class extends Controller {
  static values = { address: String, where: String };

  connect() {
    const { id, seen, entry } = this.fields;
    const known = seen ? { id: id.value, seen: seen.value } : {};
    const draft = { address: this.addressValue, where: this.whereValue, fields: { entry: entry.value }, ...known };
    // why: the dialog stays while pages are exchanged around it
    this.writing = this.element.writing ?? new Writing(this.element, draft, (comment) => this.leave(comment));
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
  leave(comment) {
    const dialog = this.element.closest("dialog");
    if (!dialog) return visit(this.fields.back.value);
    dialog.close();
    // why: the conversation does not show it
    if (comment?.id) toast("Draft kept. It goes to the agent with the comments of the review.", { word: "Review", run: () => visit(this.addressValue) });
  }
}
