import type { SearchObject } from 'imapflow';
import type { ToFind } from './find-mails.store';
import type { Claim } from './lane.store';

/** The header that carries a mail's token, or the code that a person puts into an email of another tool. */
export const tokenHeader = 'X-Placement-Token';

/** The control email next to the real copy: its text gives a filter nothing to object to. */
const control = {
  subject: 'A short note',
  text: 'Hello,\n\nthis is a short note. No reply is needed.\n\nKind regards\n',
};

/**
 * What an email says that is no step of a campaign. The token is in a header only: a line of text that campaign emails
 * do not have would be judged with them.
 */
export const textOf = (
  claim: Pick<Claim, 'kind' | 'subject' | 'body_html' | 'body_text'>,
): { subject: string; html: string | null; text: string } =>
  claim.kind === 'CONTROL'
    ? { subject: control.subject, html: null, text: control.text }
    : { subject: claim.subject, html: claim.body_html, text: claim.body_text };

/** A search of a folder, and what tells that a hit is the email: its headers, or the text that the server found. */
export interface TokenSearch {
  query: SearchObject;
  proof: 'headers' | 'text';
}

const day = 86_400_000;

/**
 * How an email is looked for in a folder of its seed, surest first. Servers on the way may replace the Message-ID or drop the header, a
 * person puts the code into the text, and emails of older versions carry their token in it. Servers that do not search headers answer such
 * searches with nothing: the last one asks for the sender only, since the day before the sending, as the server may count days in any zone.
 */
export function searchesFor(
  mail: Pick<ToFind, 'code' | 'token' | 'message_id'> & Partial<Pick<ToFind, 'sender' | 'sent_at'>>,
): TokenSearch[] {
  const { code, token, message_id: messageId, sender, sent_at: sentAt } = mail;
  if (code !== null)
    return [
      { query: { header: { [tokenHeader]: code } }, proof: 'headers' },
      { query: { subject: code }, proof: 'text' },
      { query: { body: code }, proof: 'text' },
    ];
  const bySender: TokenSearch[] =
    sender && sentAt ? [{ query: { from: sender, since: new Date(sentAt.getTime() - day) }, proof: 'headers' }] : [];
  return [
    { query: { header: { [tokenHeader]: token } }, proof: 'headers' },
    { query: { header: { 'message-id': messageId } }, proof: 'headers' },
    { query: { body: token }, proof: 'text' },
    ...bySender,
  ];
}

/** The headers that tell which email a message is. Gmail keeps a Message-ID that it replaced. */
export const tellingHeaders = [tokenHeader, 'Message-ID', 'X-Google-Original-Message-ID'];

function valuesOf(headers: string, name: string): string[] {
  const start = `${name.toLowerCase()}:`;
  return headers
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .filter((line) => line.toLowerCase().startsWith(start))
    .map((line) => line.slice(start.length).trim());
}

/** Whether a message that a search found is the email: the token in its headers decides, and without one its Message-ID. */
export function isSameMail(
  { code, token, message_id: messageId }: Pick<ToFind, 'code' | 'token' | 'message_id'>,
  headers: string,
  proof: TokenSearch['proof'],
): boolean {
  const tokens = valuesOf(headers, tokenHeader);
  if (code !== null) return proof === 'text' || tokens.includes(code);
  if (tokens.length > 0) return tokens.includes(token);
  const [, ...idHeaders] = tellingHeaders;
  return proof === 'text' || idHeaders.some((name) => valuesOf(headers, name).includes(messageId));
}
