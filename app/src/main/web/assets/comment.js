import { send } from "./talk.js";

/** A comment as the server keeps it, or will when it is written for the first time. */
export default class Comment {
  /**
   * What is known of it.
   *
   * @param address of the review
   * @param fields what it is about
   * @param id if the server has it
   * @param seen what the server had when its text was begun
   * @param isLeft if a window that has gone left its text behind
   */
  constructor({ address, fields, id, seen, isLeft = false }) {
    Object.assign(this, { address, id, seen, isLeft });
    // why chosen here: who gets no answer can say it again and makes no second one
    this.fields = { id: newId(), ...fields };
  }

  /** Writes its text; returns what the server says. */
  async write(text, keepalive) {
    try {
      const kept = await send(`${this.address}/comments${this.id ? `/${this.id}` : ""}`, { ...(this.id ? {} : this.fields), ...this.change(text) }, { keepalive });
      Object.assign(this, { id: kept.id, seen: text, isLeft: false, isOvertaken: false, isUnsaved: false });
      return kept.said;
    } catch (problem) {
      this.isOvertaken = problem.status === 409 && (await this.isOther());
      this.isUnsaved = !this.isOvertaken;
      throw problem;
    }
  }

  /** Who got no answer does not know what the server has; what was left behind is not the newest for sure. */
  change(text) {
    return (this.isUnsaved && !this.isLeft) || this.seen === undefined ? { text } : { text, seen: this.seen };
  }

  /** True if another window has written it anew; whoever saves again has seen that. */
  async isOther() {
    const id = this.id ?? this.fields.id;
    const now = await this.show(id).catch(() => null);
    this.isSent = now?.matches(".sent") ?? false;
    if (!now || this.isSent || now.dataset.text === this.seen) return false;
    Object.assign(this, { id, seen: now.dataset.text });
    return true;
  }

  /** True if it says by now what somebody wrote elsewhere. */
  get isOthers() {
    return Boolean(this.isOvertaken || this.isSent);
  }

  async remove() {
    if (this.id) await send(`${this.address}/comments/${this.id}`, { remove: "1" });
    this.id = undefined;
  }

  /** Itself as the server shows it. */
  async show(id = this.id) {
    const page = await fetch(`${this.address}/comments/${id}`)
      .then((response) => response.text())
      .then((text) => new DOMParser().parseFromString(text, "text/html"))
      .catch(() => null);
    const comment = page?.querySelector(".comment");
    if (!comment) throw new Error("It is saved, and cannot be shown at the moment. Close it again, or reload the page.");
    return comment;
  }
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
