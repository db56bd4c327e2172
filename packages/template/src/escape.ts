import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { OutputContext } from './nodes';

const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const NEEDS_ESCAPE = /[&<>"']/;

/** Escapes a value for HTML text and for quoted attributes. */
export function escapeHtml(value: string): string {
  return NEEDS_ESCAPE.test(value) ? value.replace(/[&<>"']/g, (character) => ENTITY[character]!) : value;
}

/**
 * Makes one header line of a text: control characters (CR and LF among them, so no header can be injected), Unicode
 * line separators and runs of white space become one space.
 */
export function oneLine(value: string): string {
  return value.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ').trim();
}

const SAFE_SCHEME = /^(https?|mailto|tel|sms):/i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PATH = /^[a-z0-9](?:[a-z0-9-]{0,62}\.)+[a-z]{2,24}(?:[/?#:]|$)/i;

/**
 * A lead's value as the beginning of a link. `acme.com` becomes `https://acme.com`; a scheme that could run code
 * gives null, and the caller reports the value as unsafe.
 */
export function safeUrl(value: string): string | null {
  const url = value.replace(/[\u0000-\u001f\u007f\s]+/g, '');
  if (SAFE_SCHEME.test(url)) return url;
  if (HOST_AND_PATH.test(url)) return `https://${url}`;
  if (ANY_SCHEME.test(url) || url.startsWith('//')) return null;
  return url;
}

const percent = (character: string): string => encodeURIComponent(character);

/** Escapes a value for the place where it will stand in an HTML document. Returns null when it may not stand there. */
export function escapeFor(context: OutputContext, value: string): string | null {
  switch (context) {
    case 'text':
      return escapeHtml(value).replace(/\r\n?|\n/g, '<br>');
    case 'attribute':
      return escapeHtml(value);
    case 'unquoted':
      return escapeHtml(value).replace(/[\s`=]/g, (character) => `&#${character.charCodeAt(0)};`);
    case 'url': {
      const url = safeUrl(value);
      return url === null ? null : escapeHtml(url.replace(/["'<>`\\]/g, percentByte));
    }
    case 'url-part':
      return escapeHtml(value.trim().replace(/[\s"'<>`\\\u0000-\u001f]/g, percentByte));
    case 'url-query':
      return safeEncode(value.trim()).replace(/'/g, '%27');
    case 'opaque':
      return value.replace(/[^\p{L}\p{N} #%.,_-]/gu, '');
  }
}

function percentByte(character: string): string {
  return character === "'" ? '%27' : percent(character);
}

/** encodeURIComponent that survives lone surrogates, which imported data can contain. */
function safeEncode(value: string): string {
  return encodeURIComponent(
    value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
  );
}

/** The text of a piece of HTML that holds no tags, as a browser reads it. */
export const decodeEntities = decodeHTML;

/**
 * The value of an HTML attribute, as a browser reads it: a reference without its semicolon that is followed by `=`, a
 * letter or a digit stays, so that the parameters of a link named `copy`, `reg` or `lt` keep their names.
 */
export const decodeAttribute = decodeHTMLAttribute;

/** The address of an `href` or `src`: a URL has no blanks around it, and no line breaks or tabs inside. */
export function decodeAddress(value: string): string {
  return decodeAttribute(value)
    .replace(/[\t\n\r]+/g, '')
    .replace(/^[\u0000-\u0020]+/, '')
    .trim();
}
