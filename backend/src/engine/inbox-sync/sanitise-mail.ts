import { plainTextToHtml } from '@skein/template/plain-text';
import sanitizeHtml from 'sanitize-html';
import type { ParsedMail } from './parsed-mail';

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

const COLOUR = [/^#(?:[0-9a-f]{3,8})$/i, /^rgba?\([\d\s,.%]{1,40}\)$/i, /^[a-z]{3,20}$/i];
const SIZE = [
  /^-?\d{1,4}(?:\.\d{1,3})?(?:px|pt|em|rem|%)?(?: -?\d{1,4}(?:\.\d{1,3})?(?:px|pt|em|rem|%)?){0,3}$/i,
  /^(?:auto|normal|inherit|small|medium|large)$/i,
];
const POSITIVE_SIZE = [
  /^\d{1,4}(?:\.\d{1,3})?(?:px|pt|em|rem|%)?(?: \d{1,4}(?:\.\d{1,3})?(?:px|pt|em|rem|%)?){0,3}$/i,
  /^auto$/i,
];
const WORD = [/^[a-z-]{2,20}$/i];
const BORDER = [
  /^(?:\d{1,2}(?:px|pt)?|none|solid|dashed|dotted|double|#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s,.%]{1,40}\)| ){1,8}$/i,
];

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
      allowedTags: [
        'a',
        'abbr',
        'address',
        'b',
        'big',
        'blockquote',
        'br',
        'caption',
        'center',
        'cite',
        'code',
        'col',
        'colgroup',
        'dd',
        'del',
        'div',
        'dl',
        'dt',
        'em',
        'font',
        'h1',
        'h2',
        'h3',
        'h4',
        'h5',
        'h6',
        'hr',
        'i',
        'img',
        'ins',
        'kbd',
        'li',
        'mark',
        'ol',
        'p',
        'pre',
        'q',
        's',
        'small',
        'span',
        'strike',
        'strong',
        'sub',
        'sup',
        'table',
        'tbody',
        'td',
        'tfoot',
        'th',
        'thead',
        'tr',
        'tt',
        'u',
        'ul',
      ],
      allowedAttributes: {
        '*': ['style', 'dir', 'align', 'valign', 'lang', 'title'],
        a: ['href', 'target', 'rel'],
        img: ['alt', 'width', 'height', 'data-remote-src', 'data-cid', 'src'],
        font: ['color', 'size', 'face'],
        table: ['width', 'border', 'cellpadding', 'cellspacing', 'bgcolor'],
        td: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
        th: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
        tr: ['bgcolor'],
        col: ['width', 'span'],
        ol: ['start', 'type'],
      },
      allowedStyles: {
        '*': {
          color: COLOUR,
          'background-color': COLOUR,
          'font-size': POSITIVE_SIZE,
          'font-weight': [...WORD, /^[1-9]00$/],
          'font-style': WORD,
          'font-family': [/^[\w\s,'"-]{1,200}$/],
          'text-align': WORD,
          'text-decoration': [/^[a-z -]{2,40}$/i],
          'line-height': POSITIVE_SIZE,
          'vertical-align': WORD,
          'white-space': [/^(?:normal|pre|pre-wrap|pre-line|nowrap)$/i],
          margin: POSITIVE_SIZE,
          'margin-top': POSITIVE_SIZE,
          'margin-bottom': POSITIVE_SIZE,
          'margin-left': POSITIVE_SIZE,
          'margin-right': POSITIVE_SIZE,
          padding: POSITIVE_SIZE,
          'padding-top': POSITIVE_SIZE,
          'padding-bottom': POSITIVE_SIZE,
          'padding-left': POSITIVE_SIZE,
          'padding-right': POSITIVE_SIZE,
          border: BORDER,
          'border-top': BORDER,
          'border-bottom': BORDER,
          'border-left': BORDER,
          'border-right': BORDER,
          'border-collapse': WORD,
          'border-radius': POSITIVE_SIZE,
          width: POSITIVE_SIZE,
          'max-width': POSITIVE_SIZE,
          height: POSITIVE_SIZE,
          'list-style-type': WORD,
          'text-indent': SIZE,
        },
      },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowedSchemesByTag: { img: ['data'] },
      allowProtocolRelative: false,
      disallowedTagsMode: 'discard',
      nonTextTags: [
        'style',
        'script',
        'textarea',
        'option',
        'noscript',
        'title',
        'xmp',
        'iframe',
        'noembed',
        'template',
        'svg',
        'math',
        'object',
        'select',
      ],
      nestingLimit: 120,
      enforceHtmlBoundary: false,
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
          const source = (attributes.src ?? '').trim();
          const attribs: Record<string, string> = pick(attributes, ['alt', 'width', 'height', 'style', 'title']);
          if (/^cid:/i.test(source)) attribs['data-cid'] = source.slice(4, 300);
          else if (
            /^data:image\/(?:png|gif|jpe?g|webp);base64,[a-z0-9+/=\s]+$/i.test(source) &&
            source.length < 300_000
          )
            attribs.src = source;
          else if (/^(?:https?:)?\/\//i.test(source)) {
            remoteImages++;
            attribs['data-remote-src'] = (source.startsWith('//') ? `https:${source}` : source).slice(0, 2_000);
          }
          return { tagName, attribs };
        },
      },
    });
    return { html, remoteImages, isTextOnly: false };
  } catch {
    return textOnly(mail.text);
  }
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
