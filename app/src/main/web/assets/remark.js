import { takeAway } from "./notes.js";
import { announce, refresh, send, toast } from "./talk.js";
import { forget, keep } from "./unsent.js";

const PAUSE = 600;

/** One comment while somebody writes it: kept in the browser at once, and by the server in pauses. */
export default class Remark {
  /**
   * A form with its text.
   *
   * @param address of the review
   * @param fields what the comment is about
   * @param id of a comment that the server has
   * @param seen what the server had when the text was begun
   * @param key under which the browser keeps it
   * @param isLeft if a window that has gone left it behind
   * @param comment in whose place the form stands
   */
  constructor(form, address, { fields = {}, where, id, text = "", seen, key = newId(), isLeft = false, comment }) {
    Object.assign(this, { form, address, where, id, seen, key, isLeft, comment });
    // why chosen here: who gets no answer can say it again and makes no second one
    this.fields = { id: newId(), ...fields };
    this.saved = Promise.resolve();
    form.remark = this;
    form.querySelector(".where").textContent = where;
    form.querySelector("textarea").value = text;
    // why here: the frame around it would send it before it comes to us
    form.addEventListener("submit", (event) => this.finish(event));
    form.addEventListener("input", () => this.typed());
  }

  get text() {
    return this.form.querySelector("textarea").value;
  }

  get isEmpty() {
    return !this.text.trim();
  }

  typed() {
    clearTimeout(this.timer);
    if (!this.isOvertaken) {
      this.form.querySelector(".said").textContent = "";
      this.timer = setTimeout(() => this.save(), PAUSE);
    }
    this.keep();
  }

  /** Keeps in the browser what the server has not taken. */
  keep() {
    const { key, address, fields, where, id, text } = this;
    // why not what another window wrote: nobody has said yet that this goes in its place
    const seen = this.isOvertaken ? undefined : this.seen;
    if (this.isEmpty) forget(key);
    else keep({ key, address, fields, where, id, seen, text });
  }

  /** Saves one after the other, so that a comment is never made twice. */
  save({ keepalive = false } = {}) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.saved = this.saved.then(() => this.isEmpty ? false : this.send(this.text, keepalive));
    return this.saved;
  }

  async send(text, keepalive) {
    try {
      const kept = await send(`${this.address}/comments${this.id ? `/${this.id}` : ""}`, { ...(this.id ? {} : this.fields), ...this.change(text) }, { keepalive });
      forget(this.key, text);
      Object.assign(this, { id: kept.id, seen: text, isOvertaken: false, isUnsaved: false });
      this.form.querySelector(".said").textContent = kept.said;
      return true;
    } catch (problem) {
      this.isOvertaken = problem.status === 409 && (await this.isOther());
      this.isUnsaved = !this.isOvertaken;
      this.say(problem.message);
      return false;
    }
  }

  /** Who got no answer does not know what the server has; what was left behind is not the newest for sure. */
  change(text) {
    return (this.isUnsaved && !this.isLeft) || this.seen === undefined ? { text } : { text, seen: this.seen };
  }

  /** True if another window has written the comment anew; whoever saves again has seen that. */
  async isOther() {
    const id = this.id ?? this.fields.id;
    const now = await this.kept(id).catch(() => null);
    this.isSent = now?.matches(".sent") ?? false;
    if (!now || this.isSent || now.dataset.text === this.seen) return false;
    Object.assign(this, { id, seen: now.dataset.text });
    return true;
  }

  /** Closes the form; what was typed is a draft. */
  async finish(event) {
    event.preventDefault();
    event.stopPropagation();
    try {
      // why: what is on its way makes the comment that may have to go
      await this.saved;
      if (this.isEmpty) await this.remove();
      else if ((this.isOvertaken || this.isSent) && event.type !== "submit") await this.putAside();
      else if (!(await this.save())) return;
      // why: its comment comes with its file, where it stands at its line
      else if (this.isLeft) this.form.remove();
      else this.form.replaceWith(await this.kept(this.id));
    } catch (problem) {
      this.say(problem.message);
      return;
    }
    refresh();
  }

  /** Throws the words away, and the comment with them unless it says by now what somebody wrote elsewhere. */
  async remove() {
    clearTimeout(this.timer);
    if (this.isOvertaken || this.isSent || this.isLeft) {
      await this.giveWay();
    } else {
      if (this.id) await send(`${this.address}/comments/${this.id}`, { remove: "1" });
      takeAway(this.form);
    }
    forget(this.key);
  }

  /** Closes without a word over what another window wrote: only whoever keeps the draft again says that. */
  async putAside() {
    this.keep();
    await this.giveWay();
    toast("What you typed is kept in this browser. It is here again when this review is opened anew.");
  }

  /** What the server has stands where the form was. */
  async giveWay() {
    if (this.id && !this.isLeft) this.form.replaceWith(await this.kept(this.id));
    else takeAway(this.form);
  }

  /** A comment as the server shows it. */
  async kept(id) {
    const page = await fetch(`${this.address}/comments/${id}`)
      .then((response) => response.text())
      .then((text) => new DOMParser().parseFromString(text, "text/html"))
      .catch(() => null);
    const comment = page?.querySelector(".comment");
    if (!comment) throw new Error("It is saved, and cannot be shown at the moment. Close it again, or reload the page.");
    return comment;
  }

  say(sentence) {
    this.form.querySelector(".said").textContent = sentence;
    announce(sentence);
  }
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
