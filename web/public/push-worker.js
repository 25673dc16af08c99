/* global location, self -- a service worker */
// The service worker shows notifications. It answers no requests of pages. A stored page could show an old balance or an old
// release, and without a connection no money moves anyway.

/** What auth sends (services/auth/src/domain/money-letter.ts). A message that cannot be read still needs a notification. */
function messageOf(event) {
  try {
    return event.data.json()
  } catch {
    return { body: 'Kismet', path: '/' }
  }
}

self.addEventListener('push', (event) => {
  const { id, body, lang, path } = messageOf(event)
  // A message that comes twice has the same tag, so it is shown once.
  const look = { body, lang, tag: id, icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', data: { path } }
  event.waitUntil(self.registration.showNotification('Kismet', look))
})

/** Shows the open window of the app, which has the news and may have a game in progress. Without a window, opens the page. */
async function show(path) {
  const url = new URL(path, location.origin)
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open !== undefined) await open.focus()
  else if (url.origin === location.origin) await self.clients.openWindow(url.href)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.path ?? '/'))
})
