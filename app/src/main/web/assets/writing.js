import Remark from "./remark.js";
import { toast } from "./sentences.js";
import { refresh } from "./talk.js";
import { forget } from "./rescue.js";

/** A form in which somebody writes a comment, until it is closed. */
export default class Writing {
  /**
   * Begins to write.
   *
   * @param draft what is known of the comment, and where that is in words
   * @param leave takes the form away, in whose place the comment may stand
   */
  constructor(form, draft, leave) {
    Object.assign(this, { form, leave, remark: new Remark(form, draft) });
    form.writing = this;
    // why here: the frame around it would send it before it comes to us
    form.addEventListener("submit", (event) => this.finish(event));
    form.addEventListener("input", () => this.remark.typed());
  }

  /** Closes the form; what was typed is a draft. */
  async finish(event) {
    event.preventDefault();
    event.stopPropagation();
    const { remark } = this;
    try {
      // why: what is on its way makes the comment that may have to go
      await remark.saved;
      if (remark.isEmpty) await this.remove();
      else if (remark.comment.isOthers && event.type !== "submit") await this.putAside();
      else if (await remark.save()) await this.leave(remark.comment);
      else return;
    } catch (problem) {
      remark.say(problem.message);
      return;
    }
    refresh();
  }

  /** Throws the words away, and the comment with them unless it says by now what somebody wrote elsewhere. */
  async remove() {
    const { remark } = this;
    remark.rest();
    if (!remark.comment.isOthers && !remark.comment.isLeft) await remark.comment.remove();
    await this.leave(remark.comment);
    forget(remark.key);
  }

  /** Closes without a word over what another window wrote: only whoever keeps the draft again says that. */
  async putAside() {
    this.remark.keep();
    await this.leave(this.remark.comment);
    toast("What you typed is kept in this browser. It is here again when this form is opened anew.");
  }
}
