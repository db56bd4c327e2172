import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { provideTelemetry, telemetry } from '@skein/mfe/telemetry';
import { answerConsent, isAsking, startReports } from './consent';
import { createPageReports, pagePattern } from './page-reports';

let receiver: Server;
let url: string;
let heard: { event: string; distinct_id: string; api_key: string; properties: { path?: string } }[] = [];
let next: () => void = () => undefined;
const arrival = () =>
  new Promise<void>((resolve) => {
    next = resolve;
  });
const silent = { pageViewed() {}, failed() {}, reset() {} };

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      heard.push(JSON.parse(text) as (typeof heard)[number]);
      response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
      next();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/capture`;
});
afterAll(
  () =>
    new Promise((resolve) => {
      receiver.close(resolve);
      receiver.closeAllConnections();
    }),
);
beforeEach(() => {
  heard = [];
  window.localStorage.clear();
  document.head.innerHTML = '';
  provideTelemetry(silent);
  isAsking.set(false);
  Object.assign(window, { dataLayer: undefined, supportChat: undefined });
});

const full = () => ({
  tagManagerUrl: 'https://tags.test/gtm.js?id=1',
  supportChatUrl: 'https://chat.test/widget.js',
  productAnalyticsUrl: url,
  productAnalyticsKey: 'project',
  consent: 'ask' as const,
});
const scripts = () => [...document.head.querySelectorAll('script')].map((script) => script.src);

it.each([
  ['/app/email-campaign/12/overview/analytics', '/app/email-campaign/:id/overview/analytics'],
  ['/verify-account?uuid=secret', '/verify-account'],
  ['/app/lead/ada@firm.test/view', '/app/lead/:id/view'],
  ['/app/x/3f2504e0-4f89-41d3-9a0c-0305e82c3301', '/app/x/:id'],
  ['/app/settings/whitelabelled-client', '/app/settings/whitelabelled-client'],
])('%s is reported as %s', (path, pattern) => expect(pagePattern(path)).toBe(pattern));

it('reports to the three places, without a person, and starts anew when a session ends', async () => {
  const reports = createPageReports(full());
  const first = arrival();
  reports.pageViewed('/app/email-campaign/12/overview');
  await first;
  expect(heard).toMatchObject([
    { event: '$pageview', api_key: 'project', properties: { path: '/app/email-campaign/:id/overview' } },
  ]);
  reports.reset();
  const second = arrival();
  reports.pageViewed('/login');
  await second;
  expect(heard[1]?.distinct_id).not.toBe(heard[0]?.distinct_id);
  expect((window as unknown as { dataLayer: object[] }).dataLayer).toMatchObject([
    { event: 'gtm.js' },
    { event: 'page_view' },
    { event: 'session_reset' },
    { event: 'page_view', page_path: '/login' },
  ]);
  expect((window as unknown as { supportChat: object[] }).supportChat).toMatchObject([
    { type: 'page' },
    { type: 'reset' },
    { type: 'page' },
  ]);
});

it('is off where nothing is named', async () => {
  await startReports(undefined);
  telemetry.pageViewed('/login');
  expect([scripts(), isAsking.get()]).toEqual([[], false]);
});

it('loads and sends nothing before the person agreed, and never after a no', async () => {
  await startReports(full());
  telemetry.pageViewed('/login');
  expect([scripts(), isAsking.get(), heard]).toEqual([[], true, []]);
  await answerConsent(false);
  expect([scripts(), isAsking.get()]).toEqual([[], false]);
  await startReports(full());
  expect([scripts(), isAsking.get()]).toEqual([[], false]);
});

it('begins with a yes, and goes on by itself next time', async () => {
  await startReports(full());
  const first = arrival();
  await answerConsent(true);
  await first;
  expect(scripts()).toEqual(['https://tags.test/gtm.js?id=1', 'https://chat.test/widget.js']);
  provideTelemetry(silent);
  const again = arrival();
  await startReports(full());
  await again;
  expect(heard).toHaveLength(2);
});
