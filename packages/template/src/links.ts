import { decodeAddress, escapeHtml } from './escape';
import { readAttribute, readHtml } from './html-tokens';

/** A link of a mail. `index` counts the http(s) links of the body from 0; it is part of the signed redirect. */
export interface MailLink {
  index: number;
  url: string;
}

/** Gives the address that replaces a link. Returning the address it was given leaves the link, byte for byte. */
export type TrackLink = (url: string, index: number) => string;

/**
 * Replaces the address of every http(s) link of an HTML body, except those in `untouched` (the unsubscribe link).
 * Everything else keeps its bytes. Linear time.
 */
export function rewriteLinks(
  html: string,
  trackLink: TrackLink,
  untouched: ReadonlySet<string> = new Set(),
): { html: string; links: MailLink[] } {
  const links: MailLink[] = [];
  const out: string[] = [];
  let copied = 0;
  for (const token of readHtml(html)) {
    if (token.kind !== 'tag' || token.isEnd || (token.name !== 'a' && token.name !== 'area')) continue;
    const href = readAttribute(html.slice(token.start, token.end), 'href');
    if (!href) continue;
    const url = decodeAddress(href.value);
    if (!/^https?:\/\/[^\s/]/i.test(url) || untouched.has(url)) continue;
    const link = { index: links.length, url };
    links.push(link);
    const tracked = trackLink(url, link.index);
    if (tracked === url) continue;
    out.push(html.slice(copied, token.start + href.start), `"${escapeHtml(tracked)}"`);
    copied = token.start + href.end;
  }
  out.push(html.slice(copied));
  return { html: out.join(''), links };
}

/** Puts an invisible one-pixel image at the end of the body. */
export function insertPixel(html: string, pixelUrl: string): string {
  return insertAtEnd(
    html,
    `<img src="${escapeHtml(pixelUrl)}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`,
  );
}

/** Inserts markup before the last `</body>` (or `</html>`), or at the end of a fragment. */
export function insertAtEnd(html: string, markup: string): string {
  const at = lastIndexOf(html, /<\/body/gi) ?? lastIndexOf(html, /<\/html/gi) ?? -1;
  return at < 0 ? html + markup : html.slice(0, at) + markup + html.slice(at);
}

/** Deliberate: no search in a lower-cased copy, whose places differ (a dotted capital I becomes two characters there). */
function lastIndexOf(text: string, pattern: RegExp): number | undefined {
  let last: number | undefined;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
}
