import { fullInstant } from '@skein/contracts/instant';
import { plainTextToHtml } from '@skein/template/plain-text';
import { escapeHtml } from '@skein/template/escape';
import type { HeavyWork } from '#platform/workers/heavy-work';
import { safeContent } from './message-view';
import type { MessageRecord } from './thread.store';

type Work = Pick<HeavyWork, 'run'>;

const prefix = /^(?:(?:re|aw|sv|vs|antw|odp|rif|res|fwd?|wg|tr)\s{0,9}(?:\[\d{1,3}\]\s{0,9})?:\s{0,99})+/i;

/** `Re:` once, whatever the other side's program made of it. */
export const replySubject = (subject: string): string => `Re: ${subject.replace(prefix, '').trim()}`.trim();
export const forwardSubject = (subject: string): string => `Fwd: ${subject.replace(prefix, '').trim()}`.trim();

/** The mail that an answer goes to: the newest that a person wrote to us, else the newest received, else our own newest. */
export function answeredMessage(messages: readonly MessageRecord[]): MessageRecord | null {
  const received = messages.filter((message) => message.direction === 'in' && message.kind !== 'bounce');
  return received.findLast((message) => !message.is_automatic) ?? received.at(-1) ?? messages.at(-1) ?? null;
}

/** To whom an answer goes: Reply-To before From; everybody else who was addressed stands in copy. */
export function replyAddress(
  answered: MessageRecord | null,
  leadEmail: string,
  own: string | null,
): { to_email: string; cc: string[] } {
  if (!answered || answered.direction === 'out') return { to_email: leadEmail, cc: [] };
  const named = /[^\s<>",;]{1,100}@[^\s<>",;]{1,150}/.exec(answered.headers['reply-to'] ?? '')?.[0]?.toLowerCase();
  const to = named ?? (answered.from_email || leadEmail);
  const others = [...answered.to_emails, ...answered.cc_emails]
    .map((address) => address.toLowerCase())
    .filter((address) => address.includes('@') && address !== to && address !== own?.toLowerCase());
  return { to_email: to, cc: [...new Set(others)].slice(0, 20) };
}

/** What stands under an answer: the mail it answers, cleaned and without remote images. */
export async function quotation(work: Work, message: MessageRecord): Promise<string> {
  const who = message.from_name ? `${message.from_name} <${message.from_email}>` : message.from_email;
  return `<div class="quotation"><p>On ${fullInstant(message.at.toISOString(), 'UTC')}, ${escapeHtml(who)} wrote:</p><blockquote style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${await contentOf(work, message)}</blockquote></div>`;
}

/** The forwarded mail with its head, as mail programs write it. */
export async function forwarded(work: Work, message: MessageRecord): Promise<string> {
  const lines = [
    ['From', message.from_name ? `${message.from_name} <${message.from_email}>` : message.from_email],
    ['Date', fullInstant(message.at.toISOString(), 'UTC')],
    ['Subject', message.subject],
    ['To', message.to_emails.join(', ')],
    ...(message.cc_emails.length > 0 ? [['Cc', message.cc_emails.join(', ')]] : []),
  ];
  return `<div>---------- Forwarded message ----------<br>${lines.map(([name, value]) => `${name}: ${escapeHtml(value ?? '')}`).join('<br>')}</div><br>${await contentOf(work, message)}`;
}

async function contentOf(work: Work, message: MessageRecord): Promise<string> {
  const safe = await safeContent(work, message);
  return (safe.html || plainTextToHtml(message.text_body)).replace(/<img\b[^>]{0,4000}>/gi, '');
}
