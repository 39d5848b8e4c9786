import { Controller } from "./stimulus.js";

/** How long ago, in the words that the server uses. */
export function age(since, now = Date.now()) {
  const minutes = Math.floor((now - since) / 60000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} d`;
}

/** Keeps ages and clock times right, in the reader's time zone. */
export default class extends Controller {
  connect() {
    this.tick = () => this.update();
    this.timer = setInterval(this.tick, 20000);
    document.addEventListener("baton:refreshed", this.tick);
    document.addEventListener("baton:appended", this.tick);
    this.update();
  }

  disconnect() {
    clearInterval(this.timer);
    document.removeEventListener("baton:refreshed", this.tick);
    document.removeEventListener("baton:appended", this.tick);
  }

  update() {
    for (const time of document.querySelectorAll("time[data-age]")) time.textContent = age(Date.parse(time.dateTime));
    for (const time of document.querySelectorAll("time[data-at]")) {
      time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
    }
  }
}
