import PostalMime from 'postal-mime';
import { headerValue, messageIds, readHeader, type HeaderField } from '../mime/parse-headers';

/** A mail as the prospect who got it sees it. */
export interface CampaignMail {
  fields: HeaderField[];
  messageId: string | null;
  references: string[];
  subject: string;
  /** The address a plain answer goes to: Reply-To, else From. */
  replyTo: string;
  from: string;
  /** `Name <address>` for the quotation's introduction. */
  author: string;
  /** What the mail calls its recipient in To, or null. */
  calledName: string | null;
  date: Date;
  text: string;
  html: string | null;
  images: string[];
  links: string[];
}

const maximumLinks = 200;

/** Reads what a reaction needs. Throws when the mail cannot be parsed at all. */
export async function readCampaignMail(raw: Buffer): Promise<CampaignMail> {
  const parsed = await PostalMime.parse(raw);
  const fields = readHeader(raw);
  const from = parsed.from?.address ?? '';
  const html = parsed.html ?? null;
  const text = parsed.text ?? (html ? html.replace(/<[^>]{0,2000}>/g, ' ') : '');
  const date = new Date(parsed.date ?? Number.NaN);
  return {
    fields,
    messageId: messageIds(headerValue(fields, 'message-id'))[0] ?? null,
    references: messageIds(headerValue(fields, 'references')),
    subject: parsed.subject ?? '',
    replyTo: parsed.replyTo?.[0]?.address || from,
    from,
    author: parsed.from?.name ? `${parsed.from.name} <${from}>` : `<${from}>`,
    calledName: parsed.to?.[0]?.name || null,
    date: Number.isNaN(date.getTime()) ? new Date(0) : date,
    text,
    html,
    images: html ? attributes(html, 'img', 'src') : [],
    links: html
      ? attributes(html, 'a', 'href')
      : (text.match(/https?:\/\/[^\s<>")]{1,2000}/g) ?? []).slice(0, maximumLinks),
  };
}

/** The values of one attribute of one kind of element, entities decoded. */
function attributes(html: string, element: string, attribute: string): string[] {
  const values: string[] = [];
  for (const tag of html.matchAll(new RegExp(`<${element}\\s([^>]{1,4000})>`, 'gi'))) {
    const value = new RegExp(`(?:^|\\s)${attribute}\\s{0,5}=\\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
      tag[1] as string,
    );
    const text = value?.[1] ?? value?.[2] ?? value?.[3];
    if (text && values.length < maximumLinks)
      values.push(text.trim().replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&#x26;', '&'));
  }
  return values;
}

/** Where a mail says one can unsubscribe (RFC 2369, RFC 8058). */
export function unsubscribeTargets(fields: HeaderField[]): {
  oneClickUrl: string | null;
  url: string | null;
  mailto: string | null;
} {
  const targets =
    (headerValue(fields, 'list-unsubscribe') ?? '')
      .match(/<[^<>]{1,2000}>/g)
      ?.map((entry) => entry.slice(1, -1).trim()) ?? [];
  const url = targets.find((target) => /^https?:/i.test(target)) ?? null;
  const isOneClick = /List-Unsubscribe\s*=\s*One-Click/i.test(headerValue(fields, 'list-unsubscribe-post') ?? '');
  return {
    oneClickUrl: isOneClick ? url : null,
    url,
    mailto: targets.find((target) => /^mailto:/i.test(target)) ?? null,
  };
}
