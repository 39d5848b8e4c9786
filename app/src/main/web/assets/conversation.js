import { Controller } from "./stimulus.js";
import { goToEnd, isAtEnd, keepPlace } from "./place.js";
import { put, trim } from "./rows.js";

/** The live conversation of an attempt: newest at the end, which is kept in sight while the reader is there. A hidden tab rests. */
export default class extends Controller {
  static targets = ["entries", "news", "older"];
  static values = { attempt: String, address: String, latest: Number, resume: Number };

  connect() {
    this.unseen = 0;
    if (!location.hash) this.toEnd();
    this.load();
  }

  addressValueChanged() {
    this.isGone = false;
  }

  hear({ detail }) {
    if (!detail?.attempt_id || detail.attempt_id === this.attemptValue) this.load();
  }

  look() {
    if (this.isMissed) this.load();
  }

  scrolled() {
    if (isAtEnd()) this.seen();
  }

  older(event) {
    if (event.target.matches("turbo-frame.older")) keepPlace(event.detail);
  }

  toEnd() {
    // why: on a phone another part of the page may be shown, which is read from its begin
    if (!this.element.checkVisibility()) return;
    goToEnd();
    this.seen();
  }

  seen() {
    this.unseen = 0;
    // why: whoever pressed it reads on where it led to
    if (document.activeElement === this.newsTarget) this.element.focus({ preventScroll: true });
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
    const wasAtEnd = isAtEnd();
    this.unseen += put([...list.children], this.entriesTarget);
    this.latestValue = Number(list.dataset.latest);
    this.resumeValue = Number(list.dataset.resume);
    if (list.dataset.more === "true") this.isAsked = true;
    const older = wasAtEnd ? trim(this.entriesTarget.children, this.addressValue) : null;
    if (older) this.olderTarget.replaceChildren(older);
    document.dispatchEvent(new CustomEvent("baton:appended"));
    if (wasAtEnd) {
      this.toEnd();
    } else if (this.unseen > 0) {
      this.newsTarget.hidden = false;
      this.newsTarget.textContent = `${this.unseen} new ↓`;
    }
  }
}
