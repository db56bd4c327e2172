import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Worker } from '@playwright/test';

const { decrypt } = require('http_ece') as { decrypt: (body: Buffer, options: object) => Buffer };

/**
 * The push service of a browser: Chromium asks one of Google's for an address, which is not there in a test. The page
 * gets an address of this one instead, with keys that are known here; what the product sends is decrypted as a browser
 * does, and handed to the browser's service worker.
 */
export async function standInPushService(page: Page) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  let taken: (body: Buffer) => void = () => undefined;
  const received = new Promise<Buffer>((resolve) => (taken = resolve));
  const server = createServer((request, answer) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      answer.writeHead(201).end();
      taken(Buffer.concat(pieces));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const subscription = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript((given) => {
    PushManager.prototype.subscribe = async () => ({ ...given, toJSON: () => given }) as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () => null;
  }, subscription);
  const devtools = await page.context().newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations));
  await devtools.send('ServiceWorker.enable');
  const worker = () => page.context().serviceWorkers().at(-1) as Worker;
  return {
    /** Waits for the product's message and gives it to the browser. @returns what it said */
    async deliver(): Promise<string> {
      const authSecret = auth.toString('base64url');
      const data = decrypt(await received, { version: 'aes128gcm', privateKey: keys, authSecret }).toString();
      const { registrationId } = registrations.at(-1) as { registrationId: string };
      await worker().evaluate(listenToNotifications);
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data,
      });
      return data;
    },
    /** Titles of the notifications that the service worker has asked for since then. */
    shown: () => worker().evaluate(() => (self as unknown as { shown: string[] }).shown),
    close: () => server.close(),
  };
}

/** Runs in the service worker. A headless browser shows no notifications, so this records the ones that the worker asks for. */
function listenToNotifications(): void {
  const scope = self as unknown as { shown: string[]; registration: ServiceWorkerRegistration };
  const show = scope.registration.showNotification.bind(scope.registration);
  scope.shown = [];
  scope.registration.showNotification = async (title, options) => {
    scope.shown.push(title);
    await show(title, options).catch(() => undefined);
  };
}
