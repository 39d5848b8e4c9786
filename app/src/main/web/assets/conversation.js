import { Controller } from "./stimulus.js";

/** The live conversation of an attempt: newest at the end, which is kept in sight while the reader is there. */
export default class extends Controller {
  static targets = ["entries", "news"];
  static values = { attempt: String, latest: Number };

  connect() {
    this.unseen = 0;
    this.onEntries = (event) => {
      if (!event.detail.attempt_id || event.detail.attempt_id === this.attemptValue) this.load();
    };
    this.onScroll = () => this.isAtEnd() && this.seen();
    document.addEventListener("baton:entries", this.onEntries);
    document.addEventListener("baton:event", this.onEntries);
    addEventListener("scroll", this.onScroll, { passive: true });
    if (!location.hash) this.toEnd();
  }

  disconnect() {
    document.removeEventListener("baton:entries", this.onEntries);
    document.removeEventListener("baton:event", this.onEntries);
    removeEventListener("scroll", this.onScroll);
  }

  isAtEnd() {
    return innerHeight + scrollY >= document.documentElement.scrollHeight - 120;
  }

  toEnd() {
    scrollTo({ top: document.documentElement.scrollHeight });
    this.seen();
  }

  seen() {
    this.unseen = 0;
    this.newsTarget.hidden = true;
  }

  async load() {
    if (this.isLoading) {
      this.isAsked = true;
      return;
    }
    this.isLoading = true;
    try {
      do {
        this.isAsked = false;
        const response = await fetch(`/attempts/${this.attemptValue}/entries?after=${this.latestValue}`);
        if (!response.ok) return;
        this.append(new DOMParser().parseFromString(await response.text(), "text/html"));
      } while (this.isAsked);
    } catch {
      // why: the next event, or the next connection, asks again
    } finally {
      this.isLoading = false;
    }
  }

  append(page) {
    const list = page.querySelector("[data-latest]");
    if (!list) return;
    const wasAtEnd = this.isAtEnd();
    for (const row of [...list.children]) {
      const old = document.getElementById(row.dataset.replaces || row.id);
      if (old) {
        const isOpen = old.querySelector("details")?.open;
        old.replaceWith(row);
        if (isOpen && row.querySelector("details")) row.querySelector("details").open = true;
      } else {
        this.entriesTarget.append(row);
        this.unseen += 1;
      }
    }
    this.latestValue = Number(list.dataset.latest);
    if (list.dataset.more === "true") this.isAsked = true;
    while (this.entriesTarget.childElementCount > 320 && wasAtEnd) this.entriesTarget.firstElementChild.remove();
    document.dispatchEvent(new CustomEvent("baton:appended"));
    if (wasAtEnd) {
      this.toEnd();
    } else if (this.unseen > 0) {
      this.newsTarget.hidden = false;
      this.newsTarget.textContent = `${this.unseen} new ↓`;
    }
  }
}
