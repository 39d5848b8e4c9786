import { Controller } from "./stimulus.js";
import { reached, refresh } from "./talk.js";

const LOCK = "baton-events";

/**
 * Hears what happens. One tab of a browser listens to the server and tells the others; the bar says whether somebody
 * listens.
 */
export default class extends Controller {
  static targets = ["connection"];
  static values = { after: Number };

  connect() {
    this.cutSince = null;
    this.last = this.afterValue;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(LOCK) : null;
    if (this.channel) this.channel.onmessage = (message) => this.hear(message.data);
    this.onEnded = () => this.end();
    document.addEventListener("baton:session-ended", this.onEnded);
    this.ended = new AbortController();
    this.listen();
    // why: the tab that listens has said long ago that it is connected, and what happened while this page was on its way
    this.channel?.postMessage({ kind: "hello" });
  }

  disconnect() {
    this.ended.abort();
    this.source?.close();
    this.channel?.close();
    document.removeEventListener("baton:session-ended", this.onEnded);
  }

  async listen() {
    if (!this.channel || !navigator.locks) {
      this.open();
      return;
    }
    try {
      await navigator.locks.request(LOCK, { signal: this.ended.signal }, () => {
        this.open();
        // why: the lock is held until the page goes
        return new Promise((_, reject) => this.ended.signal.addEventListener("abort", () => reject(new Error("left"))));
      });
    } catch {
      // why: the page has gone, and another tab listens now
    }
  }

  open() {
    if (this.ended.signal.aborted) return;
    this.source = new EventSource(`/events?after=${this.last}`);
    this.source.onopen = () => this.share(this.opened);
    this.source.onerror = () => {
      this.share({ kind: "cut" });
      if (this.source.readyState === EventSource.CLOSED) {
        this.source.close();
        setTimeout(() => this.open(), 2000);
        // why: the stream was refused, and does not say why
        refresh();
      }
    };
    for (const kind of ["event", "entries", "resync"]) {
      this.source.addEventListener(kind, (message) => {
        if (message.lastEventId) this.last = Number(message.lastEventId);
        this.share({ kind, data: message.data ? JSON.parse(message.data) : {} });
      });
    }
  }

  /** That somebody listens, and up to which event they have heard everything. */
  get opened() {
    return { kind: "open", last: this.last };
  }

  /** To this tab and to all others. */
  share(message) {
    this.channel?.postMessage(message);
    this.hear(message);
  }

  hear(message) {
    switch (message.kind) {
      case "hello":
        if (this.source?.readyState === EventSource.OPEN) this.channel.postMessage(this.opened);
        break;
      case "open":
        this.connected(message.last > this.last);
        this.last = Math.max(this.last, message.last);
        break;
      case "cut":
        this.cut();
        break;
      case "entries":
        document.dispatchEvent(new CustomEvent("baton:entries", { detail: message.data }));
        break;
      default:
        if (message.data?.id) this.last = Math.max(this.last, message.data.id);
        // why: only the review shows drafts, and only its own
        if (message.data?.name === "attempt.comments" && !document.querySelector(`[data-review-attempt-value="${message.data.attempt_id}"]`)) break;
        // why cancelable: a page that costs much looks later at what it is not about
        if (document.dispatchEvent(new CustomEvent("baton:event", { detail: message.data, cancelable: true }))) refresh();
    }
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
