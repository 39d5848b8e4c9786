import { Controller } from "./stimulus.js";
import { announce, toast } from "./sentences.js";

const WISH = "baton-notify";
/** How long the other tabs have to say that one of them is seen. */
const ANSWER = 2000;

/** Says what concerns people: to screen readers, and while no page is seen by the browser, once its owner has asked for it. */
export default class extends Controller {
  static targets = ["ask"];
  static values = { worker: String };

  connect() {
    this.onEvent = (event) => this.hear(event.detail);
    this.onRefreshed = () => this.askTargets.forEach((button) => this.askTargetConnected(button));
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(WISH) : null;
    this.channel?.addEventListener("message", ({ data }) => data === "who is seen" && document.visibilityState === "visible" && this.channel.postMessage("seen"));
    document.addEventListener("baton:event", this.onEvent);
    document.addEventListener("baton:refreshed", this.onRefreshed);
  }

  disconnect() {
    this.channel?.close();
    document.removeEventListener("baton:event", this.onEvent);
    document.removeEventListener("baton:refreshed", this.onRefreshed);
  }

  /** Browsers notify from pages that nobody can have changed on the way, and from no others. */
  get isPossible() {
    return window.isSecureContext && "Notification" in window && "serviceWorker" in navigator;
  }

  get isOn() {
    return this.isPossible && Notification.permission === "granted" && localStorage.getItem(WISH) === "on";
  }

  askTargetConnected(button) {
    button.hidden = !this.isPossible;
    button.textContent = this.isOn ? "Notify me no more" : "Notify me";
  }

  async ask() {
    if (this.isOn) {
      localStorage.removeItem(WISH);
    } else if ((await Notification.requestPermission()) === "granted") {
      localStorage.setItem(WISH, "on");
      await this.worker();
      toast("This browser notifies you while no tab of Baton is seen.");
    } else {
      toast("The browser does not allow it. Its settings for this page have the switch.");
    }
    this.onRefreshed();
  }

  /** The one of this version; those of earlier ones go. */
  async worker() {
    const script = new URL(this.workerValue, location.href).href;
    for (const old of await navigator.serviceWorker.getRegistrations()) {
      if (old.active && old.active.scriptURL !== script) await old.unregister();
    }
    return navigator.serviceWorker.register(script);
  }

  async hear(happened) {
    if (!happened?.notice) return;
    if (document.visibilityState === "visible") announce(`${happened.notice.title}. ${happened.notice.text}`);
    else if (this.isOn && !(await this.isOtherSeen())) await this.notify(happened);
  }

  /** True if another tab of Baton is in sight, which says it there. */
  async isOtherSeen() {
    if (!this.channel) return false;
    const heard = new AbortController();
    const answer = new Promise((resolve) => {
      this.channel.addEventListener("message", ({ data }) => data === "seen" && resolve(true), { signal: heard.signal });
      setTimeout(() => resolve(false), ANSWER);
    });
    this.channel.postMessage("who is seen");
    return answer.finally(() => heard.abort());
  }

  async notify(happened) {
    const registration = await this.worker();
    await registration.showNotification(happened.notice.title, {
      body: happened.notice.text,
      // why: every tab hears it, and the owner once
      tag: `baton-${happened.id}`,
      data: happened.task_id ? `/tasks/${happened.task_id}` : "/needs-you",
    });
  }
}
