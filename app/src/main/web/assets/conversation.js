import { Controller } from "./stimulus.js";

const MOST = 320;
const KEPT = 240;
/** More pictures than the rows at the end need to get their height. */
const SETTLED = 10;

/** The live conversation of an attempt: newest at the end, which is kept in sight while the reader is there. A hidden tab rests. */
export default class extends Controller {
  static targets = ["entries", "news", "older"];
  static values = { attempt: String, address: String, latest: Number, resume: Number };

  connect() {
    this.unseen = 0;
    this.onEntries = (event) => {
      if (!event.detail?.attempt_id || event.detail.attempt_id === this.attemptValue) this.load();
    };
    this.onScroll = () => this.isAtEnd() && this.seen();
    this.onSeen = () => this.isMissed && this.load();
    document.addEventListener("visibilitychange", this.onSeen);
    document.addEventListener("baton:entries", this.onEntries);
    document.addEventListener("baton:event", this.onEntries);
    document.addEventListener("baton:refreshed", this.onEntries);
    addEventListener("scroll", this.onScroll, { passive: true });
    this.onRender = (event) => event.target.matches("turbo-frame.older") && this.keepPlace(event.detail);
    this.element.addEventListener("turbo:before-frame-render", this.onRender);
    if (!location.hash) this.toEnd();
    this.load();
  }

  disconnect() {
    document.removeEventListener("visibilitychange", this.onSeen);
    document.removeEventListener("baton:entries", this.onEntries);
    document.removeEventListener("baton:event", this.onEntries);
    document.removeEventListener("baton:refreshed", this.onEntries);
    removeEventListener("scroll", this.onScroll);
    this.element.removeEventListener("turbo:before-frame-render", this.onRender);
  }

  addressValueChanged() {
    this.isGone = false;
  }

  isAtEnd() {
    return innerHeight + scrollY >= document.documentElement.scrollHeight - 120;
  }

  toEnd() {
    // why: on a phone another part of the page may be shown, which is read from its begin
    if (!this.element.checkVisibility()) return;
    // why again: rows out of sight have no height of their own before they are seen
    const jump = (left) => {
      scrollTo({ top: document.documentElement.scrollHeight });
      if (left > 0) requestAnimationFrame(() => jump(left - 1));
    };
    jump(SETTLED);
    this.seen();
  }

  seen() {
    this.unseen = 0;
    this.newsTarget.hidden = true;
  }

  async load() {
    if (this.isGone) return;
    this.isMissed = document.visibilityState === "hidden";
    if (this.isMissed) return;
    if (this.isLoading) {
      this.isAsked = true;
      return;
    }
    this.isLoading = true;
    try {
      do {
        this.isAsked = false;
        const asked = this.addressValue;
        const response = await fetch(`${asked}after=${this.resumeValue}`);
        const text = await response.text();
        // why: the page may show another attempt by now, which has indexes of its own
        if (this.addressValue !== asked) {
          this.isAsked = true;
          continue;
        }
        // why: of an attempt that was deleted nothing comes any more
        this.isGone = response.status === 404;
        if (!response.ok) return;
        this.append(new DOMParser().parseFromString(text, "text/html"));
      } while (this.isAsked);
    } catch {
      // why: the next event, or the next connection, asks again
    } finally {
      this.isLoading = false;
    }
  }

  append(page) {
    const list = page.querySelector("[data-latest]");
    if (!list || Number(list.dataset.latest) <= this.latestValue) return;
    const wasAtEnd = this.isAtEnd();
    for (const row of [...list.children]) {
      const old = document.getElementById(row.id) ?? document.getElementById(`in-${row.id}`);
      this.unseen += this.size(row) - (old ? this.size(old) : 0);
      if (old) this.exchange(old, row);
      else this.entriesTarget.append(row);
    }
    this.latestValue = Number(list.dataset.latest);
    this.resumeValue = Number(list.dataset.resume);
    if (list.dataset.more === "true") this.isAsked = true;
    if (wasAtEnd) this.trim();
    document.dispatchEvent(new CustomEvent("baton:appended"));
    if (wasAtEnd) {
      this.toEnd();
    } else if (this.unseen > 0) {
      this.newsTarget.hidden = false;
      this.newsTarget.textContent = `${this.unseen} new ↓`;
    }
  }

  /** How many entries stand in a row. */
  size(row) {
    return row.querySelectorAll(".entry").length || 1;
  }

  /** Puts a row in the place of an older one; what was open in it stays open. */
  exchange(old, row) {
    // why as they are: what was fetched into them would be fetched again
    for (const open of old.querySelectorAll("details[open]")) {
      const now = row.querySelector(`[id="${open.id}"]`);
      if (!now) continue;
      now.open = true;
      now.parentElement.closest("details")?.setAttribute("open", "");
      const [frame, next] = [open.querySelector(":scope > turbo-frame"), now.querySelector(":scope > turbo-frame")];
      if (frame && next && frame.id === next.id) next.replaceWith(frame);
    }
    if (old.id === row.id) old.replaceWith(row);
    else old.replaceChildren(...row.childNodes);
  }

  /** What comes above the reader moves nothing: at the very top browsers would stay there, and ask for more without end. */
  keepPlace(detail) {
    const { render } = detail;
    detail.render = (now, next) => {
      const below = document.documentElement.scrollHeight - scrollY;
      render(now, next);
      scrollTo({ top: document.documentElement.scrollHeight - below, behavior: "instant" });
    };
  }

  /** What is far above goes; it is asked for again by who scrolls there. */
  trim() {
    const rows = this.entriesTarget.children;
    if (rows.length <= MOST) return;
    while (rows.length > KEPT) rows[0].remove();
    const before = rows[0].id.slice("entry-".length);
    const frame = document.createElement("turbo-frame");
    frame.className = "older";
    frame.id = `older-${before}`;
    frame.setAttribute("loading", "lazy");
    frame.setAttribute("src", `${this.addressValue}before=${before}`);
    this.olderTarget.replaceChildren(frame);
  }
}
