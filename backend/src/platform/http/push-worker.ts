/**
 * The service worker that shows notifications while no page is open. It controls no page (its scope is an address at
 * which there is none), keeps nothing, and opens only addresses of this installation.
 */
export const pushWorker = `'use strict';
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => {
  let message;
  try {
    message = event.data.json();
  } catch {
    message = { title: 'Skein', text: '', href: null, tag: 'skein' };
  }
  event.waitUntil(
    self.registration.showNotification(String(message.title), {
      body: String(message.text || ''),
      tag: String(message.tag || 'skein'),
      data: { href: message.href },
    }),
  );
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const href = event.notification.data && event.notification.data.href;
  const address = typeof href === 'string' && /^\\/app(\\/|$)/.test(href) ? href : '/app';
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      const page = pages.find((each) => new URL(each.url).pathname === address);
      return page ? page.focus() : self.clients.openWindow(address);
    }),
  );
});
`;
