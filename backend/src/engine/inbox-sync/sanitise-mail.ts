import { plainTextToHtml } from '@skein/template/plain-text';
import sanitizeHtml from 'sanitize-html';
import type { ParsedMail } from './parsed-mail';
import { safeMarkup } from './safe-markup';

export interface SafeMail {
  /** Safe to show in a sandboxed frame: no scripts, forms, frames or remote loads. */
  html: string;
  /** Remote images that were taken out of `src` and stand in `data-remote-src` until the reader asks for them. */
  remoteImages: number;
  /** The mail was too big to be shown as HTML, or could not be cleaned: its text is shown. */
  isTextOnly: boolean;
}

const HTML_LIMIT = 1_000_000;
const TEXT_LIMIT = 200_000;

/**
 * Elements left open inside each other, and signs that begin something, up to here. The cleaner's time grows with the square of the
 * first: a mail of 480 KB of `<b><i>` took 41 s, with these limits none takes a second. Newsletters have a hundred and some thousands.
 */
const OPEN_LIMIT = 3_000;
const SIGN_LIMIT = 60_000;
const STYLE_LIMIT = 5_000;
/** Elements without an end, and those whose next one ends them: leaving them open nests nothing. */
const NEVER_NESTED = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
  'p',
  'li',
  'td',
  'th',
  'tr',
  'dd',
  'dt',
  'option',
]);

/**
 * Makes a stranger's HTML safe to show: only known elements and attributes, a short list of CSS properties (nothing that
 * loads, positions or hides), links opened apart, remote images neutralised, embedded images as `data-cid`. Size and
 * nesting are limited. The frame that shows it is sandboxed as well.
 */
export function sanitiseMail(mail: Pick<ParsedMail, 'html' | 'text'>): SafeMail {
  if (!mail.html || mail.html.length > HTML_LIMIT || isTangled(mail.html)) return textOnly(mail.text);
  let remoteImages = 0;
  try {
    const html = sanitizeHtml(mail.html, {
      ...safeMarkup,
      transformTags: {
        '*': (tagName, attribs) => ({
          tagName,
          attribs:
            (attribs.style?.length ?? 0) > STYLE_LIMIT
              ? pick(
                  attribs,
                  Object.keys(attribs).filter((name) => name !== 'style'),
                )
              : attribs,
        }),
        a: (tagName, attributes) => ({
          tagName,
          attribs: {
            ...pick(attributes, ['style', 'title']),
            ...(attributes.href ? { href: attributes.href.trim() } : {}),
            target: '_blank',
            rel: 'noopener noreferrer nofollow',
          },
        }),
        img: (tagName, attributes) => {
          const attribs = neutraliseImage(attributes);
          if (attribs['data-remote-src'] !== undefined) remoteImages++;
          return { tagName, attribs };
        },
      },
    });
    return { html, remoteImages, isTextOnly: false };
  } catch {
    return textOnly(mail.text);
  }
}

/** An embedded image by its content id, a small one with its data, a remote one where nothing loads it. */
function neutraliseImage(attributes: Record<string, string>): Record<string, string> {
  const source = (attributes.src ?? '').trim();
  const attribs = pick(attributes, ['alt', 'width', 'height', 'style', 'title']);
  if (/^cid:/i.test(source)) attribs['data-cid'] = source.slice(4, 300);
  else if (/^data:image\/(?:png|gif|jpe?g|webp);base64,[a-z0-9+/=\s]+$/i.test(source) && source.length < 300_000)
    attribs.src = source;
  else if (/^(?:https?:)?\/\//i.test(source))
    attribs['data-remote-src'] = (source.startsWith('//') ? `https:${source}` : source).slice(0, 2_000);
  return attribs;
}

/** One pass over the tags: how many elements of each name are opened and not closed. */
function isTangled(html: string): boolean {
  let signs = 0;
  const open = new Map<string, number>();
  for (const [sign, slash, name] of html.matchAll(/<(\/?)([a-z][^\s/>]{0,40})|[<&]/gi)) {
    signs += 1;
    if (signs > SIGN_LIMIT) return true;
    if (sign === '<' || sign === '&' || name === undefined) continue;
    const key = name.toLowerCase();
    if (NEVER_NESTED.has(key)) continue;
    const count = (open.get(key) ?? 0) + (slash ? -1 : 1);
    if (count > OPEN_LIMIT) return true;
    open.set(key, Math.max(0, count));
  }
  let left = 0;
  for (const count of open.values()) left += count;
  return left > OPEN_LIMIT;
}

function pick(attributes: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.filter((name) => attributes[name] !== undefined).map((name) => [name, attributes[name]!]),
  );
}

function textOnly(text: string): SafeMail {
  return { html: plainTextToHtml(text.slice(0, TEXT_LIMIT)), remoteImages: 0, isTextOnly: true };
}
