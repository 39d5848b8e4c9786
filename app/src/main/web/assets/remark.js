import Comment from "./comment.js";
import { announce } from "./sentences.js";
import { forget, keep } from "./rescue.js";

const PAUSE = 600;

/** The text of a comment while somebody writes it: kept in the browser at once, and by the server in pauses. */
export default class Remark {
  constructor(form, draft) {
    this.form = form;
    this.saved = Promise.resolve();
    this.take(draft);
  }

  /** Goes on with what is known of a comment. */
  take(draft) {
    this.where = draft.where;
    this.comment = new Comment(draft);
  }

  get text() {
    return this.form.querySelector("textarea").value;
  }

  get isEmpty() {
    return !this.text.trim();
  }

  /** Under which the browser keeps it; no other form has it, in whatever window. */
  get key() {
    return this.comment.fields.id;
  }

  typed() {
    clearTimeout(this.timer);
    if (!this.comment.isOvertaken) {
      this.form.querySelector(".said").textContent = "";
      this.timer = setTimeout(() => this.save(), PAUSE);
    }
    this.keep();
  }

  /** Keeps in the browser what the server has not taken. */
  keep() {
    const { key, comment, where, text } = this;
    const { address, fields, id } = comment;
    // why not what another window wrote: nobody has said yet that this goes in its place
    const seen = comment.isOvertaken ? undefined : comment.seen;
    if (this.isEmpty) forget(key);
    else keep({ key, address, fields, where, id, seen, text });
  }

  rest() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Saves one after the other, so that a comment is never made twice. */
  save({ keepalive = false } = {}) {
    this.rest();
    this.saved = this.saved.then(() => !this.isEmpty && this.send(this.text, keepalive));
    return this.saved;
  }

  /** The window goes before the pause is over. Whether the server takes it is not heard any more, so it stays in the browser, too. */
  saveAtOnce() {
    if (this.timer) this.save({ keepalive: true });
  }

  /** What could not be saved is saved when the page has heard of the server again. */
  saveAgain() {
    if (this.comment.isUnsaved) this.save();
  }

  async send(text, keepalive) {
    try {
      const said = await this.comment.write(text, keepalive);
      forget(this.key, text);
      this.form.querySelector(".said").textContent = said;
      return true;
    } catch (problem) {
      // why: what the server had taken before may have gone with the attempt; a form that has gone was left to others
      if (this.form.isConnected) this.keep();
      this.say(problem.message);
      return false;
    }
  }

  say(sentence) {
    this.form.querySelector(".said").textContent = sentence;
    announce(sentence);
  }
}
