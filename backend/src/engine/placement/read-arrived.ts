import type { HeavyTask } from '#platform/workers/heavy-work';
import { parseMail } from '../inbox-sync/parse-mail';

/** What stands in an email as it arrived at a seed. */
export interface ArrivedMail {
  subject: string;
  text: string;
  html: string | null;
  hasUnsubscribeHeader: boolean;
  /** One click takes the reader off the list (RFC 8058). */
  hasOneClick: boolean;
  size: number;
  from: string | null;
  /** Milliseconds of its Date header. */
  date: number | null;
}

const mostText = 50_000;
const mostHtml = 100_000;

/** The database takes neither NUL nor halves of surrogate pairs. */
const clean = (value: string): string =>
  value
    .replaceAll('\u0000', '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

/** Reads an email from a seed. In a thread: with "send it yourself" anyone can have written it. */
export const readArrivedTask: HeavyTask<Uint8Array, ArrivedMail> = {
  name: 'read-arrived',
  lane: 'background',
  limit: 10_000,
  inlineBelow: 16_384,
  async run(source) {
    const { subject, text, html, headers, from, date } = await parseMail(source);
    const at = date === null ? Number.NaN : new Date(date).getTime();
    return {
      subject: clean(subject),
      text: clean(text.slice(0, mostText)),
      html: html === null ? null : clean(html.slice(0, mostHtml)),
      hasUnsubscribeHeader: headers.has('list-unsubscribe'),
      hasOneClick: headers.has('list-unsubscribe-post'),
      size: source.byteLength,
      from: from?.address ? clean(from.address).toLowerCase().slice(0, 320) : null,
      date: Number.isNaN(at) ? null : at,
    };
  },
};
