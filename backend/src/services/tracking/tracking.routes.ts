import { previewToken, trackingContract } from '@skein/contracts/tracking/tracking.contract';
import { RawAnswer } from '#platform/http/raw-answer';
import { readText } from '#platform/http/read-text';
import { routes, type HttpDeps } from '#platform/http/routes';
import { readTrackingToken } from '#platform/tracking/tracking-token';
import type { MailVisit } from '#platform/tracking/visit-recorder';
import { machineVisit } from './machine-visit';
import { countOpen, followLink, unsubscribe, type VisitDeps } from './record-visit';
import { unsubscribedPage, unsubscribePage } from './unsubscribe-page';

export interface TrackingDeps extends HttpDeps, VisitDeps {
  trackingKey: Uint8Array;
  /** Campaign time in milliseconds. */
  now: () => number;
}

/** One transparent pixel, 43 bytes. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const pixelAnswer = new RawAnswer(pixel, 200, {
  'content-type': 'image/gif',
  'cache-control': 'no-store, private, max-age=0',
  'content-length': String(pixel.length),
});
const page = (html: string, status = 200) =>
  new RawAnswer(html, status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  });

/** A header holds ASCII only; an address of a mail may hold any letter. */
const inAscii = (address: string): string => (URL.canParse(address) ? new URL(address).href : encodeURI(address));

/** Where the link of a preview or a test email leads: seeds and link checkers find a page, and nobody is unsubscribed. */
const previewPage = () =>
  page(
    unsubscribedPage(
      'This is a test email',
      'In a campaign, this link unsubscribes the recipient. Nothing was changed.',
    ),
  );

interface PageRequest {
  ip: string;
  userAgent: string;
  raw: { req: { header: (name: string) => string | undefined; method: string } };
}

const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Pixel, click and unsubscribe. Every answer comes after its event is committed; a token that is not ours gets the same pixel, or a page that says so. */
export function trackingRoutes(deps: TrackingDeps) {
  const read = (text: string, purpose: string) => {
    const token = readTrackingToken(deps.trackingKey, text.replace(/\.gif$/, ''));
    return token?.purpose === purpose ? token : null;
  };
  const visit = (kind: 'open' | 'click', request: PageRequest): Omit<MailVisit, 'intentId' | 'linkIndex'> => {
    const { method } = request.raw.req;
    const purpose = purposeHeaders.map((name) => request.raw.req.header(name)).find(Boolean);
    return {
      at: new Date(deps.now()),
      judge: (sinceSent) => machineVisit({ kind, userAgent: request.userAgent, method, purpose }, sinceSent),
      evidence: { user_agent: request.userAgent, ip: request.ip },
    };
  };
  return routes(trackingContract)(deps, {
    open: async (_, request) => {
      const token = read(request.params.token, 'open');
      if (token) await countOpen(deps, { intentId: token.intentId, ...visit('open', request) });
      return pixelAnswer;
    },
    click: async (_, request) => {
      const token = read(request.params.token, 'click');
      const found = token
        ? await followLink(deps, { intentId: token.intentId, linkIndex: token.linkIndex, ...visit('click', request) })
        : null;
      if (!found)
        return page(
          unsubscribedPage('This link is not valid', 'It may be cut off, or the email it was in no longer exists.'),
          404,
        );
      return new RawAnswer(null, 302, {
        location: inAscii(found.url),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
    },
    unsubscribePage: async (_, { params }) =>
      params.token === previewToken
        ? previewPage()
        : read(params.token, 'unsubscribe')
          ? page(unsubscribePage())
          : page(
              unsubscribedPage(
                'This link is not valid',
                'It may be cut off. Reply to the email and ask to be removed.',
              ),
              404,
            ),
    unsubscribe: async (_, request) => {
      if (request.params.token === previewToken) return previewPage();
      const token = read(request.params.token, 'unsubscribe');
      const body = await readText(request.raw.req.raw, 10_000);
      const oneClick = body.includes('List-Unsubscribe=One-Click');
      const done = token
        ? await unsubscribe(deps, {
            intentId: token.intentId,
            at: new Date(deps.now()),
            evidence: { via: oneClick ? 'one-click' : 'page', user_agent: request.userAgent, ip: request.ip },
          })
        : null;
      if (!done)
        return page(
          unsubscribedPage('This link is not valid', 'It may be cut off. Reply to the email and ask to be removed.'),
          404,
        );
      return page(unsubscribedPage('You are unsubscribed', `${done.email} gets no more emails from this sender.`));
    },
  });
}
