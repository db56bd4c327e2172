import { previewToken, trackingContract } from '@skein/contracts/tracking/tracking.contract';
import { RawAnswer } from '#platform/http/raw-answer';
import { readText } from '#platform/http/read-text';
import { routes, type HttpDeps } from '#platform/http/routes';
import type { PageLook } from '#platform/http/small-page';
import { readTrackingToken, type TrackingToken } from '#platform/tracking/tracking-token';
import type { TestedMails } from '#platform/tracking/visit-recorder';
import { machineVisit } from './machine-visit';
import { passOnOpen, followLink, unsubscribe, type VisitDeps } from './pass-on-visits';
import { toldPage, unsubscribePage } from './unsubscribe-page';

export interface TrackingDeps extends HttpDeps, VisitDeps {
  /** Emails of placement tests: they answer as those of campaigns do, and their visits change nothing. */
  tests: TestedMails;
  trackingKey: Uint8Array;
  /** Campaign time in milliseconds, in which an email is: the sandbox's demo has a past of its own. */
  now: (intentId: bigint) => number | Promise<number>;
}

/** One transparent pixel, 43 bytes. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const pixelAnswer = new RawAnswer(pixel, 200, {
  'content-type': 'image/gif',
  'cache-control': 'no-store, private, max-age=0',
  'content-length': String(pixel.length),
});

/** A header holds ASCII only; an address of a mail may hold any letter. */
const inAscii = (address: string): string => (URL.canParse(address) ? new URL(address).href : encodeURI(address));

/** Where the link of a preview or a test email leads: seeds and link checkers find a page, and nobody is unsubscribed. */
const previewPage = () =>
  toldPage('This is a test email', 'In a campaign, this link unsubscribes the recipient. Nothing was changed.');
const notValid = (text: string) => toldPage('This link is not valid', text, { status: 404 });
const askToBeRemoved = 'It may be cut off. Reply to the email and ask to be removed.';

interface PageRequest {
  ip: string;
  userAgent: string;
  raw: { req: { header: (name: string) => string | undefined; method: string } };
}

const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

const findTest = (deps: TrackingDeps, { intentId }: TrackingToken) =>
  deps.db.systemSql((sql) => deps.tests.find(sql, intentId));

/** The look of the page behind an email's link. Unsubscribing never fails for it. */
const lookOf = (deps: TrackingDeps, token: TrackingToken): Promise<PageLook | null> =>
  deps.db
    .systemSql(async (sql) => {
      if (!token.isTest) return deps.visits.lookOf(sql, token.intentId);
      const test = await deps.tests.find(sql, token.intentId);
      return test && deps.visits.lookOfWorkspace(sql, test.workspaceId);
    })
    .catch((error: unknown) => {
      deps.log.error({ error }, 'the look of an unsubscribe page could not be read');
      return null;
    });

/**
 * Pixel, click and unsubscribe. Every answer comes after its event is committed; a token that is not ours gets the same
 * pixel, or a page that says so.
 */
export function trackingRoutes(deps: TrackingDeps) {
  const read = (text: string, purpose: string) => {
    const token = readTrackingToken(deps.trackingKey, text.replace(/\.gif$/, ''));
    return token?.purpose === purpose ? token : null;
  };
  const visit = async (kind: 'open' | 'click', intentId: bigint, request: PageRequest) => {
    const { method } = request.raw.req;
    const purpose = purposeHeaders.map((name) => request.raw.req.header(name)).find(Boolean);
    return {
      intentId,
      at: new Date(await deps.now(intentId)),
      judge: (sinceSent: number) => machineVisit({ kind, userAgent: request.userAgent, method, purpose }, sinceSent),
      evidence: { user_agent: request.userAgent, ip: request.ip },
    };
  };
  const linkOf = async (token: TrackingToken, request: PageRequest) => {
    const { intentId, linkIndex } = token;
    if (token.isTest) return (await findTest(deps, token))?.links[linkIndex] ?? null;
    return (await followLink(deps, { linkIndex, ...(await visit('click', intentId, request)) }))?.url ?? null;
  };
  const leave = async (token: TrackingToken, evidence: Record<string, unknown>) => {
    const { intentId } = token;
    return token.isTest
      ? findTest(deps, token)
      : unsubscribe(deps, { intentId, at: new Date(await deps.now(intentId)), evidence });
  };
  return routes(trackingContract)(deps, {
    open: async (_, request) => {
      const token = read(request.params.token, 'open');
      if (token && !token.isTest) await passOnOpen(deps, await visit('open', token.intentId, request));
      return pixelAnswer;
    },
    click: async (_, request) => {
      const token = read(request.params.token, 'click');
      const url = token && (await linkOf(token, request));
      if (!url) return notValid('It may be cut off, or the email it was in no longer exists.');
      return new RawAnswer(null, 302, {
        location: inAscii(url),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
    },
    unsubscribePage: async (_, { params }) => {
      if (params.token === previewToken) return previewPage();
      const token = read(params.token, 'unsubscribe');
      return token ? unsubscribePage(await lookOf(deps, token)) : notValid(askToBeRemoved);
    },
    unsubscribe: async (_, request) => {
      if (request.params.token === previewToken) return previewPage();
      const token = read(request.params.token, 'unsubscribe');
      const body = await readText(request.raw.req.raw, 10_000);
      const oneClick = body.includes('List-Unsubscribe=One-Click');
      const evidence = { via: oneClick ? 'one-click' : 'page', user_agent: request.userAgent, ip: request.ip };
      const done = token && (await leave(token, evidence));
      if (!token || !done) return notValid(askToBeRemoved);
      return toldPage('You are unsubscribed', `${done.email} won’t get any more emails from this sender.`, {
        look: await lookOf(deps, token),
      });
    },
  });
}
