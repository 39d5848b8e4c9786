import { Controller } from "./stimulus.js";
import { isLeaving } from "./departure.js";
import { renewTokens, show } from "./reader.js";
import { notice, stay } from "./sentences.js";
import { changes, ENDED } from "./talk.js";
import { isTyped } from "./typing.js";

const MOST_OFTEN = 250;
/** How long an answer may take; the next look waits for it. */
const PATIENCE = 30000;

/** Shows things as they are now, when asked to. A hidden tab rests, and looks once when it is seen again. */
export default class extends Controller {
  connect() {
    this.isStale = false;
  }

  disconnect() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  seen() {
    if (document.visibilityState === "visible" && this.isStale) this.soon();
  }

  /** Looks soon, not more often than four times a second, and once at a time: an older answer could come last. */
  soon() {
    if (document.visibilityState === "hidden" || this.isLooking) {
      this.isStale = true;
      return;
    }
    if (this.timer) return;
    const wait = Math.max(20, (this.looked ?? 0) + MOST_OFTEN - performance.now());
    this.timer = setTimeout(() => this.lookOnce(), wait);
  }

  async lookOnce() {
    this.timer = null;
    this.looked = performance.now();
    if (document.querySelector(".dragging") || isLeaving()) {
      this.soon();
      return;
    }
    this.isStale = false;
    this.isLooking = true;
    try {
      if (!(await this.look())) this.isStale = true;
    } finally {
      this.isLooking = false;
    }
    if (this.isStale) this.soon();
  }

  /** Returns false if what came is not how things are now, and has to be asked for again. */
  async look() {
    const asked = this.address;
    const before = changes();
    let response;
    let page;
    try {
      response = await fetch(asked, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
      page = new DOMParser().parseFromString(await response.text(), "text/html");
    } catch {
      // why: nobody answers; who listens asks again when the server is back
      return true;
    }
    // why again: news of the page that is shown now may have asked for the one before it
    if (this.address !== asked) return false;
    if (response.status === 401) {
      document.dispatchEvent(new CustomEvent("baton:session-ended"));
      notice(ENDED);
      return true;
    }
    renewTokens(page);
    if (isLeaving() || before !== changes()) return false;
    if (!response.ok && isTyped()) {
      if (response.status === 404) document.dispatchEvent(new CustomEvent("baton:gone"));
      stay(page);
      return true;
    }
    show(page);
    return true;
  }

  // why without the place on the page: whoever goes to another column still sees this page
  get address() {
    return location.href.split("#")[0];
  }
}
