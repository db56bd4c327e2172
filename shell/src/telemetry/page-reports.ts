import type { Telemetry } from '@skein/mfe/telemetry';

/** Where an installation wants page views to go. Nothing is named by default. */
export interface ReportsConfig {
  tagManagerUrl?: string;
  productAnalyticsUrl?: string;
  productAnalyticsKey?: string;
  supportChatUrl?: string;
  consent: 'ask' | 'given';
}

type Queue = { push(entry: object): void };
interface QueueOwner {
  dataLayer?: Queue;
  supportChat?: Queue;
}

const visitorKey = 'skein-visitor';

/** An address without what names a person or a thing: ids become `:id`, and there is no query. */
export const pagePattern = (path: string): string =>
  (path.split(/[?#]/)[0] ?? '').replace(
    /\/(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[^/@]*@[^/]*|[\w-]{24,})(?=\/|$)/gi,
    '/:id',
  );

/** A random name of this browser, unconnected to the person; a new one after a session has ended. */
function visitor(storage: Storage): string {
  const known = storage.getItem(visitorKey);
  if (known) return known;
  const fresh = crypto.randomUUID();
  storage.setItem(visitorKey, fresh);
  return fresh;
}

function loadScript(document: Document, url: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = url;
  document.head.append(script);
}

/**
 * Sends page views to what the installation has named: a tag manager and a support chat by their queues on the window, product
 * analytics by a request. It loads their scripts, so it is made only once the person may be reported about.
 */
export function createPageReports(
  config: ReportsConfig,
  { window: owner = window, send = fetch }: { window?: Window; send?: typeof fetch } = {},
): Telemetry {
  const queues = owner as unknown as QueueOwner;
  const { tagManagerUrl, supportChatUrl, productAnalyticsUrl, productAnalyticsKey } = config;
  if (tagManagerUrl) {
    (queues.dataLayer ??= [] as object[]).push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    loadScript(owner.document, tagManagerUrl);
  }
  if (supportChatUrl) {
    queues.supportChat ??= [] as object[];
    loadScript(owner.document, supportChatUrl);
  }
  const capture = (event: string, properties: object) => {
    if (!productAnalyticsUrl) return;
    const body = JSON.stringify({
      api_key: productAnalyticsKey ?? null,
      event,
      distinct_id: visitor(owner.localStorage),
      timestamp: new Date().toISOString(),
      properties,
    });
    // text/plain needs no preflight; a service that is away must not be noticed here.
    void send(productAnalyticsUrl, {
      method: 'POST',
      body,
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'text/plain' },
    }).catch(() => undefined);
  };
  return {
    pageViewed(path) {
      const page = pagePattern(path);
      queues.dataLayer?.push({ event: 'page_view', page_path: page });
      queues.supportChat?.push({ type: 'page', path: page });
      capture('$pageview', { path: page });
    },
    failed(where, error) {
      console.error(`[${where}]`, error);
      // The kind of the error only: its words may hold what people have written.
      capture('$exception', { where, kind: error instanceof Error ? error.name : typeof error });
    },
    reset() {
      owner.localStorage.removeItem(visitorKey);
      queues.dataLayer?.push({ event: 'session_reset' });
      queues.supportChat?.push({ type: 'reset' });
    },
  };
}
