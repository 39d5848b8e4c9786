// Shows notices where pages may not, and opens what they are about.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data ?? "/needs-you", self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((tabs) => {
      const tab = tabs.find((it) => it.url === address);
      return tab ? tab.focus() : self.clients.openWindow(address);
    }),
  );
});
