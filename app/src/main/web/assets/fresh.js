import { Controller } from "./stimulus.js";
import { morphElements } from "./turbo.js";
import { changes, ENDED, isTyped, notice, typed } from "./talk.js";

const MOST_OFTEN = 250;
/** What a page shows of how things are; the rest belongs to the reader. */
const PARTS = ["project-menu", "navigation", "begin-task", "bottom", "main"];
/** How long an answer may take; the next look waits for it. */
const PATIENCE = 30000;
/** How long an answer that leads elsewhere may take to be shown. */
const LEAVING = 2000;

// why: the refusal of a form is a page of its own with the address of the one before; it is rendered, and nobody went there
let isRefusal = false;
document.addEventListener("turbo:render", () => (isRefusal = true));
document.addEventListener("turbo:load", () => (isRefusal = false));

/** Shows things as they are now, when asked to. A hidden tab rests, and looks once when it is seen again. */
export default class extends Controller {
  connect() {
    this.isStale = false;
    this.heard = {
      "baton:refresh": () => this.soon(),
      visibilitychange: () => document.visibilityState === "visible" && this.isStale && this.soon(),
      "turbo:submit-end": (event) => this.sent(event),
      "turbo:load": () => (this.leftAt = null),
      // why: what the reader has opened, typed or drags stays as it is
      "turbo:before-morph-attribute": (event) => this.isReaders(event.target, event.detail.attributeName) && event.preventDefault(),
      "turbo:before-morph-element": (event) => this.isKept(event) && event.preventDefault(),
    };
    for (const [name, listener] of Object.entries(this.heard)) document.addEventListener(name, listener);
  }

  disconnect() {
    clearTimeout(this.timer);
    this.timer = null;
    for (const [name, listener] of Object.entries(this.heard)) document.removeEventListener(name, listener);
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
    if (document.querySelector(".dragging") || this.isLeaving()) {
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
    this.renew(page);
    if (this.isLeaving() || before !== changes()) return false;
    if (!response.ok && isTyped()) {
      notice(`${page.getElementById("what-happened")?.textContent ?? "This page cannot be shown any more."} What you typed is still here: copy it.`);
      return true;
    }
    const isLost = this.isLost(page);
    notice(isLost ? "Somebody began another attempt, or deleted this one. What you typed is still here: send it, or copy it." : "");
    if (!isRefusal) document.title = page.title;
    if (!isLost) this.release(page);
    this.isMorphing = true;
    for (const id of PARTS.filter((it) => it !== "main" || !(isRefusal || isLost))) {
      const now = document.getElementById(id);
      const next = page.getElementById(id);
      if (now && next) morphElements(now, next, { ignoreActiveValue: true });
    }
    this.isMorphing = false;
    document.dispatchEvent(new CustomEvent("baton:refreshed"));
    return true;
  }

  /** True if somebody writes to an attempt that the page would not show any more. */
  isLost(page) {
    const box = document.querySelector("form.composer");
    return box !== null && isTyped(box) && page.getElementById(box.id) === null;
  }

  /** A conversation keeps itself up to date, and stays only as long as the page is about it. */
  release(page) {
    for (const talk of document.querySelectorAll(".conversation[data-turbo-permanent]")) {
      if (!page.getElementById(talk.id)) talk.removeAttribute("data-turbo-permanent");
    }
  }

  // why without the place on the page: whoever goes to another column still sees this page
  get address() {
    return location.href.split("#")[0];
  }

  isReaders(element, attribute) {
    // why: what was seen belongs to what is typed over it
    const isSeen = element.matches("input[data-seen]") && [...element.form.elements].some((field) => typed(field, "value"));
    return attribute === "open" || (this.isMorphing && (isSeen || typed(element, attribute)));
  }

  /** What is dragged or written in, what was said or asked for and is on its way, what says whether somebody listens, and what loads again by itself if its address is another one. */
  isKept({ target, detail }) {
    if (target.matches?.(".dragging, .sending, .connection")) return true;
    // why: a file may go while somebody writes a comment on it
    if (!detail.newElement && target.querySelector?.(".writing")) return true;
    if (!detail.newElement || !target.matches?.("turbo-frame:is([busy], [id^=figures-], [id^=pull-request-])")) return false;
    const source = detail.newElement.getAttribute("src");
    // why later: a frame that still loads keeps the address that it loads
    if (source && source !== target.getAttribute("src")) Promise.resolve(target.loaded).then(() => target.setAttribute("src", source));
    return true;
  }

  /** A form that was taken and leads to another page: that page comes in a moment. */
  sent({ target, detail }) {
    const staysInFrame = target.closest("turbo-frame:not([target=_top])") !== null;
    if (detail.success && detail.fetchResponse?.redirected && !staysInFrame) this.leftAt = performance.now();
  }

  /** True while something is sent or the next page comes: what was shown now would be gone at once, and what is done there lost. */
  isLeaving() {
    const isBusy = document.querySelector("html[aria-busy], form[aria-busy]") !== null;
    return isBusy || performance.now() - (this.leftAt ?? -Infinity) < LEAVING;
  }

  /** Forms that stay as they are send what belongs to the session that there is now. */
  renew(page) {
    const token = page.querySelector("meta[name=form-token]")?.content;
    if (!token) return;
    for (const field of document.querySelectorAll("input[name=_token]")) field.value = token;
  }
}
