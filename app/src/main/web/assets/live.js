import { Controller } from "./stimulus.js";
import { morphElements } from "./turbo.js";
import { notice } from "./talk.js";

const MOST_OFTEN = 250;
const LOCK = "baton-events";

/**
 * Keeps the page as things are. One tab of a browser listens to the server and tells the others;
 * a hidden tab rests, and looks once when it is seen again.
 */
export default class extends Controller {
  static targets = ["connection"];
  static values = { after: Number };

  connect() {
    this.isStale = false;
    this.cutSince = null;
    this.last = this.afterValue;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(LOCK) : null;
    if (this.channel) this.channel.onmessage = (message) => this.hear(message.data);
    this.onRefresh = () => this.soon();
    this.onVisible = () => {
      if (document.visibilityState === "visible" && this.isStale) this.soon();
    };
    this.keepOpen = (event) => {
      if (event.detail.attributeName === "open") event.preventDefault();
    };
    this.keepDragged = (event) => {
      if (event.target.matches?.(".dragging")) event.preventDefault();
    };
    document.addEventListener("baton:refresh", this.onRefresh);
    document.addEventListener("visibilitychange", this.onVisible);
    document.addEventListener("turbo:before-morph-attribute", this.keepOpen);
    document.addEventListener("turbo:before-morph-element", this.keepDragged);
    this.ended = new AbortController();
    this.listen();
    // why: the tab that listens has said long ago that it is connected
    this.channel?.postMessage({ kind: "hello" });
  }

  disconnect() {
    this.ended.abort();
    this.source?.close();
    this.channel?.close();
    clearTimeout(this.timer);
    document.removeEventListener("baton:refresh", this.onRefresh);
    document.removeEventListener("visibilitychange", this.onVisible);
    document.removeEventListener("turbo:before-morph-attribute", this.keepOpen);
    document.removeEventListener("turbo:before-morph-element", this.keepDragged);
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
    this.source.onopen = () => this.share({ kind: "open" });
    this.source.onerror = () => {
      this.share({ kind: "cut" });
      if (this.source.readyState === EventSource.CLOSED) {
        this.source.close();
        setTimeout(() => this.open(), 2000);
      }
    };
    for (const kind of ["event", "entries", "resync"]) {
      this.source.addEventListener(kind, (message) => {
        if (message.lastEventId) this.last = Number(message.lastEventId);
        this.share({ kind, data: message.data ? JSON.parse(message.data) : {} });
      });
    }
  }

  /** To this tab and to all others. */
  share(message) {
    this.channel?.postMessage(message);
    this.hear(message);
  }

  hear(message) {
    switch (message.kind) {
      case "hello":
        if (this.source?.readyState === EventSource.OPEN) this.channel.postMessage({ kind: "open" });
        break;
      case "open":
        this.connected();
        break;
      case "cut":
        this.cut();
        break;
      case "entries":
        document.dispatchEvent(new CustomEvent("baton:entries", { detail: message.data }));
        break;
      default:
        if (message.data?.id) this.last = Math.max(this.last, message.data.id);
        // why cancelable: a page that costs much looks later at what it is not about
        if (document.dispatchEvent(new CustomEvent("baton:event", { detail: message.data, cancelable: true }))) this.soon();
    }
  }

  connected() {
    const wasCut = this.cutSince !== null;
    this.cutSince = null;
    this.say("live", "Live");
    notice("");
    if (wasCut) {
      this.say("live", "Live, caught up");
      setTimeout(() => this.cutSince === null && this.say("live", "Live"), 4000);
      document.dispatchEvent(new CustomEvent("baton:entries", { detail: {} }));
      this.soon();
    }
  }

  cut() {
    if (this.cutSince === null) {
      this.cutSince = new Date();
      this.say("wait", "Reconnecting…");
    }
    if (new Date() - this.cutSince > 5000) {
      const at = this.cutSince.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
      this.say("cut", `Cut off since ${at}, showing what was known`);
    }
  }

  say(state, words) {
    for (const place of this.connectionTargets) {
      place.dataset.state = state;
      place.textContent = words;
    }
  }

  /** Looks soon, and not more often than four times a second. */
  soon() {
    if (document.visibilityState === "hidden") {
      this.isStale = true;
      return;
    }
    if (this.timer) return;
    const wait = Math.max(20, (this.looked ?? 0) + MOST_OFTEN - performance.now());
    this.timer = setTimeout(() => this.look(), wait);
  }

  async look() {
    this.timer = null;
    if (document.querySelector(".dragging") || document.documentElement.hasAttribute("data-busy")) {
      this.timer = setTimeout(() => this.look(), MOST_OFTEN);
      return;
    }
    this.looked = performance.now();
    this.isStale = false;
    const asked = location.href;
    let response;
    try {
      response = await fetch(asked, { headers: { Accept: "text/html" } });
    } catch {
      this.isStale = true;
      return;
    }
    if (location.href !== asked) return;
    if (response.status === 401) {
      this.say("cut", "Your session has ended. Open the link that 'baton open' prints.");
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    document.title = page.title;
    for (const id of ["navigation", "bottom", "main"]) {
      const now = document.getElementById(id);
      const next = page.getElementById(id);
      if (now && next) morphElements(now, next, { ignoreActiveValue: true });
    }
    document.dispatchEvent(new CustomEvent("baton:refreshed"));
  }
}
