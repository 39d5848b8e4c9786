import { Controller } from "./stimulus.js";
import { reached } from "./sentences.js";
import EventStream from "./stream.js";
import { refresh } from "./talk.js";

/** Tells the page what happens, and says in the bar whether somebody listens. */
export default class extends Controller {
  static targets = ["connection"];
  static values = { after: Number };

  connect() {
    this.cutSince = null;
    // why refresh: the stream was refused, and does not say why
    this.stream = new EventStream(this.afterValue, (message, hasMissed) => this.hear(message, hasMissed), refresh);
  }

  disconnect() {
    this.stream.close();
  }

  hear({ kind, data }, hasMissed) {
    if (kind === "open") this.connected(hasMissed);
    else if (kind === "cut") this.cut();
    else if (kind === "entries") document.dispatchEvent(new CustomEvent("baton:entries", { detail: data }));
    else this.happened(data);
  }

  happened(event) {
    // why: only the review shows drafts, and only its own
    if (event?.name === "attempt.comments" && !document.querySelector(`[data-review-attempt-value="${event.attempt_id}"]`)) return;
    // why cancelable: a page that costs much looks later at what it is not about
    if (document.dispatchEvent(new CustomEvent("baton:event", { detail: event, cancelable: true }))) refresh();
  }

  /** Somebody listens; what was missed is looked at. */
  connected(hasMissed) {
    const wasCut = this.cutSince !== null;
    this.cutSince = null;
    this.isOut = false;
    reached();
    this.say("live", wasCut ? "Live, caught up" : "Live");
    if (wasCut) setTimeout(() => this.cutSince === null && this.say("live", "Live"), 4000);
    if (wasCut || hasMissed) {
      document.dispatchEvent(new CustomEvent("baton:entries", { detail: {} }));
      refresh();
    }
  }

  cut() {
    if (this.isOut) return;
    if (this.cutSince === null) {
      this.cutSince = new Date();
      this.say("wait", "Reconnecting…");
    }
    if (new Date() - this.cutSince > 5000) {
      const at = this.cutSince.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
      this.say("cut", `Cut off since ${at}, showing what was known`);
    }
  }

  end() {
    // why: what was begun with a session may outlast it, and would not tell when there is another
    if (!this.isOut) this.stream.again();
    this.isOut = true;
    this.cutSince ??= new Date();
    this.say("cut", "Session ended");
  }

  say(state, words) {
    for (const place of this.connectionTargets) {
      place.dataset.state = state;
      place.textContent = words;
    }
  }
}
