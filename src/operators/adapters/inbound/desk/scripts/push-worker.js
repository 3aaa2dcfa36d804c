// Shows what the desk tells this device of a lead, takes it back, and opens the lead.

addEventListener('install', () => skipWaiting());

addEventListener('push', (event) => event.waitUntil(show(event.data.json())));

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(`/leads/${encodeURIComponent(event.notification.tag)}`));
});

async function show({ tag, title, body, isNews }) {
  if (title)
    return registration.showNotification(title, {
      tag,
      body,
      renotify: isNews,
      silent: !isNews,
      icon: '/icon.svg',
    });
  for (const shown of await registration.getNotifications({ tag })) shown.close();
}

/** Shows a page that has the lead open, or else a new one: nothing that somebody writes elsewhere is lost. */
async function open(path) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  return page ? page.focus() : clients.openWindow(path);
}
