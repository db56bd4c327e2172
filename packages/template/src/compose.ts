import type { TemplateClock } from './date-tags';
import { oneLine } from './escape';
import type { LeadFields } from './fields';
import { insertAtEnd, insertPixel, rewriteLinks, type MailLink, type TrackLink } from './links';
import { TEMPLATE_LIMITS, TemplateLimitError, type TemplateTree } from './nodes';
import { parseTemplate } from './parse';
import { unsubscribeLink, type TemplateSender, type UnsubscribeOffer } from './placeholders';
import { htmlToPlainText, plainTextToHtml } from './plain-text';
import { renderTemplate, type MissingValue } from './render';
import type { SpinMode, SpinSeed } from './spin-choice';

/** A step's (or variant's) two templates. A subject is always text, whatever it looks like. */
export function parseStep(step: { subject: string; body: string }): { subject: TemplateTree; body: TemplateTree } {
  return { subject: parseTemplate(step.subject, { format: 'text' }), body: parseTemplate(step.body) };
}

/** The mail a follow-up answers. */
export interface MailThread {
  /** The subject of the thread's first mail, as it was sent. */
  firstSubject: string;
  /** Message-IDs of the thread's mails, oldest first, with or without angle brackets. */
  messageIds: readonly string[];
}

export interface MailUnsubscribe extends UnsubscribeOffer {
  /** Adds List-Unsubscribe, and its one-click companion of RFC 8058. */
  addHeader: boolean;
  /** A second way for the header: an address that takes unsubscribe mails. */
  mailto?: string | null;
}

export interface MailTracking {
  trackLink?: TrackLink | null;
  openPixelUrl?: string | null;
}

export interface ComposeInput {
  subject: TemplateTree;
  body: TemplateTree;
  fields: LeadFields;
  sender: TemplateSender;
  seed: SpinSeed;
  mode: SpinMode;
  clock: TemplateClock;
  /** null for the first mail of a thread. */
  thread: MailThread | null;
  /** null for a test mail, which must not unsubscribe anybody. */
  unsubscribe: MailUnsubscribe | null;
  /** null in the preview: links stay as they are and no pixel is put in; every other byte is the sent mail's. */
  tracking: MailTracking | null;
  /** Sends the text part only (`send_as_plain_text`); nothing is tracked then. */
  plainTextOnly: boolean;
}

export interface ComposedMail {
  subject: string;
  /** null when the mail has a text part only. */
  html: string | null;
  text: string;
  /** Extra headers, ready to write: In-Reply-To, References, List-Unsubscribe, List-Unsubscribe-Post. */
  headers: { name: string; value: string }[];
  /** True when the mail continues a thread under `Re:`. */
  isThreadReply: boolean;
  missing: MissingValue[];
  /** Options taken, subject first. */
  spinChoice: { subject: number[]; body: number[] };
  /** The http(s) links of the body, in order, as the author wrote them. */
  links: MailLink[];
  /** What tracking would do to this mail; the preview shows it beside the text. */
  tracked: { links: boolean; opens: boolean };
}

const SUBJECT_LENGTH = 400;
const REFERENCES = 20;

/**
 * Makes the parts of one mail from a step's templates. The preview and the sender call this one function: what is
 * previewed is what is sent, byte for byte. A step with an empty subject continues the thread (`Re:` and the first
 * subject, In-Reply-To, References); a step with a subject begins a thread of its own.
 */
export function composeMail(input: ComposeInput): ComposedMail {
  const { fields, sender, seed, mode, clock, unsubscribe } = input;
  const shared = { fields, sender, seed, mode, clock, unsubscribe };
  const isThreadReply = input.thread !== null && input.subject.source.trim() === '';
  const subject = renderTemplate(input.subject, { ...shared, part: 'subject' });
  const body = renderTemplate(input.body, { ...shared, part: 'body' });
  const offered = input.body.source.includes('%unsubscribe-');

  let html = input.body.format === 'html' ? body.text : plainTextToHtml(body.text);
  let text =
    input.body.format === 'html' ? htmlToPlainText(body.text, Infinity) : body.text.replace(/\r\n?/g, '\n').trim();
  if (unsubscribe && unsubscribe.text.trim() && !offered) {
    html = insertAtEnd(html, `<br><br>${unsubscribeLink(unsubscribe)}`);
    text += `\n\n${unsubscribe.text}: ${unsubscribe.url}`;
  }
  const keep = new Set(unsubscribe ? [unsubscribe.url] : []);
  const tracking = input.plainTextOnly ? null : input.tracking;
  const rewritten = rewriteLinks(html, tracking?.trackLink ?? ((url) => url), keep);
  html = tracking?.openPixelUrl ? insertPixel(rewritten.html, tracking.openPixelUrl) : rewritten.html;
  if (html.length > TEMPLATE_LIMITS.outputLength) throw new TemplateLimitError('The composed mail is too long.');

  return {
    subject: isThreadReply ? replySubject(input.thread!.firstSubject) : cutSubject(oneLine(subject.text)),
    html: input.plainTextOnly ? null : html,
    text,
    headers: [...(isThreadReply ? threadHeaders(input.thread!) : []), ...unsubscribeHeaders(unsubscribe)],
    isThreadReply,
    missing: mergeMissing(isThreadReply ? [] : subject.missing, body.missing),
    spinChoice: { subject: subject.spinChoice, body: body.spinChoice },
    links: rewritten.links,
    tracked: { links: Boolean(tracking?.trackLink), opens: Boolean(tracking?.openPixelUrl) },
  };
}

/** `Re:` and the subject of the thread; a subject that has it already keeps one. */
export function replySubject(subject: string): string {
  const line = oneLine(subject);
  return cutSubject(/^re\s?:/i.test(line) ? line : `Re: ${line}`);
}

/** A header line may not be longer than mail allows; the cut never splits a character. */
function cutSubject(subject: string): string {
  return subject.length <= SUBJECT_LENGTH ? subject : [...subject].slice(0, SUBJECT_LENGTH).join('');
}

/** In-Reply-To and References of RFC 5322: the first mail and the latest ones, when the chain is long. */
export function threadHeaders(thread: MailThread): { name: string; value: string }[] {
  const ids = thread.messageIds.map(bracketed).filter((id) => id !== null);
  const last = ids.at(-1);
  if (!last) return [];
  const chain = ids.length > REFERENCES ? [ids[0]!, ...ids.slice(1 - REFERENCES)] : ids;
  return [
    { name: 'In-Reply-To', value: last },
    { name: 'References', value: chain.join(' ') },
  ];
}

function bracketed(id: string): string | null {
  const inner = id.trim().replace(/^<|>$/g, '');
  return /^[^\s<>]{3,300}$/.test(inner) ? `<${inner}>` : null;
}

function unsubscribeHeaders(unsubscribe: MailUnsubscribe | null): { name: string; value: string }[] {
  if (!unsubscribe?.addHeader) return [];
  const ways = [
    unsubscribe.url,
    unsubscribe.mailto ? `mailto:${unsubscribe.mailto.replace(/^mailto:/i, '')}` : null,
  ].filter((way): way is string => way !== null && /^[\x21-\x7e]+$/.test(way) && !/[<>,]/.test(way));
  if (ways.length === 0) return [];
  const headers = [{ name: 'List-Unsubscribe', value: ways.map((way) => `<${way}>`).join(', ') }];
  if (/^https?:/i.test(ways[0]!)) headers.push({ name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' });
  return headers;
}

function mergeMissing(...lists: MissingValue[][]): MissingValue[] {
  return [...new Map(lists.flat().map((missing) => [missing.name, missing])).values()];
}
