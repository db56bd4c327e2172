import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Hono, type Context } from 'hono';
import type { StoredFile } from '../storage/disk-store';
import { brandPage, type HostBrand } from '../brand/host-brand';
import type { ServiceName } from '@skein/contracts/endpoint';
import type { SignUpMode } from '@skein/contracts/main/operator-views';
import { createFirstFiles } from '../remotes/first-files';
import { createRegistryAnswer } from '../remotes/serve-registry';
import { findEncoded, sendFile, types } from './built-files';
import { contentSecurityPolicy } from './content-security-policy';
import { firstPage } from './first-page';
import { pushWorker } from './push-worker';

/** What the browser learns at run time: it stands in the page, and answers `GET /config.json`. */
interface WebConfig {
  /** Base URL of each service that is not behind this origin. */
  services: Partial<Record<ServiceName, string>>;
  sandbox: boolean;
  version: string;
  links?: { privacy?: string; terms?: string; status?: string };
  /** Who may open a workspace, whether plans count, and whom people ask; what is left out is open, with plans, and nobody. */
  signUp?: SignUpMode;
  plans?: 'trial' | 'none';
  contact?: string;
  /** What the page may report to; absent where nothing is named. */
  telemetry?: {
    tagManagerUrl?: string;
    productAnalyticsUrl?: string;
    productAnalyticsKey?: string;
    supportChatUrl?: string;
    consent: 'ask' | 'given';
  };
}

export interface WebAppOptions {
  /** The folder that `npm run build` fills: `shell/`, `remotes/`, `remotes.json`. */
  root: string;
  /** @param listener the port that was asked: `web` for the pages' own one */
  config: (listener: string | null) => WebConfig;
  /** The face of a host name that is not ours; null for all others. */
  brandOf?: (host: string | undefined) => Promise<HostBrand | null>;
  brandImageOf?: (host: string | undefined, kind: 'logo' | 'favicon') => Promise<StoredFile | null>;
  /** Where an address of a page leads instead, a whole address; null for the page itself. */
  leadElsewhere?: (address: URL, host: string | undefined) => Promise<string | null>;
  /** Further origins that pages talk to: the installation's own one, seen from an agency's address, and its object store. */
  furtherOrigins?: readonly string[];
  /** Whose page asks which remotes to load; without it everybody gets the same. */
  workspaceOf?: (request: Request) => Promise<number | null>;
  /** Serves source maps; off in production. */
  sourceMaps?: boolean;
  /** Prefixes below which there is no page of ours: an unknown address there is a plain 404. */
  reserved?: readonly string[];
}

const noncePlaceholder = '__CSP_NONCE__';
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

/** Everything below a version of a remote, and every file with a content hash in its name, never changes. */
const isImmutable = (address: string) =>
  /^\/remotes\/[^/]+\/[^/]+\//.test(address) || /\.[0-9a-f]{8,}\.[a-z0-9]+(\.map)?$/.test(address);

function securityHeaders(context: Context): void {
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('Referrer-Policy', 'strict-origin-when-cross-origin');
  context.header('Cross-Origin-Opener-Policy', 'same-origin');
  context.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
}

/**
 * Serves the browser's side: the shell, the remotes in their versions, which of them to load, and the run-time configuration.
 * Addresses without an ending get the page; a missing script is a 404 and never the page, because HTML in the place of a script
 * would be read as a newer build.
 */
export function createWebApp({
  root,
  config,
  workspaceOf = () => Promise.resolve(null),
  brandOf = () => Promise.resolve(null),
  brandImageOf = () => Promise.resolve(null),
  leadElsewhere = () => Promise.resolve(null),
  furtherOrigins = [],
  sourceMaps = false,
  reserved = ['/api', '/graphql', '/health', '/metrics', '/storage', '/docs'],
}: WebAppOptions): Hono {
  const app = new Hono();
  const shell = path.join(root, 'shell');
  const notFound = (context: Context) => context.text('Not found', 404, { 'Cache-Control': 'no-store' });

  app.use(async (context, next) => {
    securityHeaders(context);
    await next();
  });

  app.get('/config.json', (context) => context.json(config(listenerOf(context)), 200, { 'Cache-Control': revalidate }));

  app.get('/push-worker.js', (context) =>
    context.body(pushWorker, 200, { 'Content-Type': types['.js'] as string, 'Cache-Control': revalidate }),
  );

  app.get('/brand/:kind{logo|favicon}', async (context) => {
    const image = await brandImageOf(context.req.header('host'), context.req.param('kind') as 'logo' | 'favicon').catch(
      () => null,
    );
    if (!image) return notFound(context);
    return context.body(Readable.toWeb(image.stream) as ReadableStream, 200, {
      'Content-Type': image.type,
      'Content-Length': String(image.size),
      'Cache-Control': context.req.query('v') ? immutable : revalidate,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      Vary: 'Host',
    });
  });

  const firstFiles = createFirstFiles(root);
  const answerRegistry = createRegistryAnswer({ root, workspaceOf });
  app.get('/remotes.json', async (context) => {
    const answer = await answerRegistry(context);
    if (answer) return answer;
    const found = await findEncoded(path.join(root, 'remotes.json'), context.req.header('accept-encoding') ?? '');
    if (!found) return notFound(context);
    return sendFile(context, found, 'application/json; charset=utf-8', revalidate);
  });

  app.get('*', async (context) => {
    let address: string;
    try {
      address = decodeURIComponent(context.req.path);
    } catch {
      return notFound(context);
    }
    if (address.includes('\0')) return notFound(context);
    const ending = path.posix.extname(address);
    if (ending === '' || address === '/index.html') {
      if (reserved.some((prefix) => address === prefix || address.startsWith(`${prefix}/`))) return notFound(context);
      return sendPage(context, { root, config, brandOf, leadElsewhere, furtherOrigins }, firstFiles);
    }
    const type = types[ending];
    if (!type || (ending === '.map' && !sourceMaps)) return notFound(context);
    const base = address.startsWith('/remotes/') ? root : shell;
    const file = path.join(base, path.posix.normalize(address));
    if (!file.startsWith(base + path.sep)) return notFound(context);
    const found = await findEncoded(file, context.req.header('accept-encoding') ?? '');
    return found ? sendFile(context, found, type, isImmutable(address) ? immutable : revalidate) : notFound(context);
  });

  return app;
}

type PageOptions = Required<Pick<WebAppOptions, 'root' | 'config' | 'brandOf' | 'leadElsewhere' | 'furtherOrigins'>>;

async function sendPage(
  context: Context,
  { root, config, brandOf, leadElsewhere, furtherOrigins }: PageOptions,
  filesFor: ReturnType<typeof createFirstFiles>,
): Promise<Response> {
  const elsewhere = await leadElsewhere(new URL(context.req.url), context.req.header('host'));
  if (elsewhere !== null) {
    context.header('Cache-Control', 'no-store');
    return context.redirect(elsewhere, 303);
  }
  let page: string;
  try {
    page = await readFile(path.join(root, 'shell', 'index.html'), 'utf8');
  } catch {
    return context.text('The pages of this installation are not built yet. Run: npm run build', 503, {
      'Cache-Control': 'no-store',
    });
  }
  const nonce = randomBytes(16).toString('base64url');
  const learned = config(listenerOf(context));
  const { serviceOrigins, reportOrigins } = originsOf(learned, furtherOrigins);
  const brand = await brandOf(context.req.header('host'));
  const content = firstPage(
    page.replaceAll(noncePlaceholder, nonce),
    context.req.path,
    learned,
    await filesFor(context.req.path).catch(() => []),
  );
  return context.html(brand ? brandPage(content, brand, nonce) : content, 200, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy({ nonce, serviceOrigins, reportOrigins }),
    'X-Frame-Options': 'DENY',
  });
}

/** Which origins the page talks to, and which of them load scripts of their own into it. */
function originsOf({ services, telemetry }: WebConfig, furtherOrigins: readonly string[]) {
  const distinct = (urls: (string | undefined)[]) => [
    ...new Set(urls.filter((url) => url !== undefined && url !== '').map((url) => new URL(url as string).origin)),
  ];
  const reportOrigins = distinct([telemetry?.tagManagerUrl, telemetry?.supportChatUrl]);
  const serviceOrigins = [
    ...new Set([
      ...distinct([...Object.values(services), telemetry?.productAnalyticsUrl]),
      ...furtherOrigins,
      ...reportOrigins,
    ]),
  ];
  return { serviceOrigins, reportOrigins };
}

/** The port of the server that a request came in by, as the server hands it on. */
const listenerOf = (context: Context): string | null =>
  (context.env as { listener?: string | null } | undefined)?.listener ?? null;
