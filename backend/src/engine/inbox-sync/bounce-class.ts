import { comparable } from './phrase-finder';
import { RECIPIENTS_LIMIT, SPAM } from './phrases/sender-state-phrases';
import {
  CONTENT,
  FULL,
  FULL_PAIR,
  MISSING_ADDRESSEE,
  PASSING,
  POLICY,
  RECIPIENT,
  SENDER,
  TRANSIENT,
} from './phrases/refusal-phrases';
import { findSenderState, type DialoguePoint, type SenderState } from './sender-state';

/**
 * What a refusal speaks of. Only `recipient_invalid` is a hard bounce (bounce-kind.ts): the address does not exist or is shut.
 * `sender_state`: nothing is sent for this mailbox at the moment, whoever the recipient is. `policy`, `content` and
 * `sender` are about us, `mailbox_full` and `transient` may pass; `unknown` is a refusal without any reason.
 */
export const bounceClasses = [
  'recipient_invalid',
  'mailbox_full',
  'sender_state',
  'policy',
  'content',
  'sender',
  'transient',
  'unknown',
] as const;
export type BounceClass = (typeof bounceClasses)[number];

interface Refusal {
  class: BounceClass;
  /** The words or the code that decided the class. */
  reason: string;
  /** Set for `sender_state` only. */
  sender: SenderState | null;
}

interface Found {
  class: BounceClass;
  reason: string;
}

export interface SmtpReply {
  /** The basic code (550), or null. */
  code: number | null;
  /** The enhanced status of RFC 3463 (5.1.1), or null. */
  status: string | null;
  text: string;
}

/**
 * The one judge of refusals, while sending and in delivery reports. While sending, the mailbox's own server speaks, so
 * what it says of a sender is the state of the mailbox; in a report, the recipient's server speaks as well.
 * @param point where in the dialogue the server refused
 */
export function classifyRefusal(reply: SmtpReply, point: DialoguePoint): Refusal {
  const text = comparable(reply.text.replace(/https?:\/\/\S{1,300}/g, ' ').replace(MAIL_ADDRESS, ' @ '), 4_000);
  const sender = findSenderState({ text, code: reply.code, status: reply.status, point });
  if (sender) return { class: 'sender_state', reason: sender.reason, sender };
  const found = classOfWords(reply, text);
  return point === 'report' ? { ...found, sender: null } : whileSending(found, { reply, text, point });
}

interface RefusedWhileSending {
  reply: SmtpReply;
  text: string;
  point: DialoguePoint;
}

/** What words mean when the mailbox's own server says them. */
function whileSending(found: Found, { reply, text, point }: RefusedWhileSending): Refusal {
  const isTemporary = isTemporaryReply(reply);
  const plain = (bounceClass: BounceClass): Refusal => ({ class: bounceClass, reason: found.reason, sender: null });
  const state = (cause: SenderState['cause'], isSure: boolean): Refusal => ({
    class: 'sender_state',
    reason: found.reason,
    sender: { cause, reason: found.reason, isSure },
  });
  // Storage of the server itself, before or beside any recipient.
  if (found.class === 'mailbox_full' && (point === 'mail' || point === 'data' || /^[45]\.3\./.test(reply.status ?? '')))
    return plain(isTemporary ? 'transient' : 'content');
  if (isTemporary)
    return found.class === 'sender' && !PASSING.first(text) && !TRANSIENT.first(text)
      ? state('SENDER_REFUSED', false)
      : plain(found.class === 'mailbox_full' ? 'mailbox_full' : 'transient');
  if (found.class === 'content' && SPAM.first(text)) return state('SPAM_FILTER', false);
  if (found.class === 'content' || found.class === 'transient') return plain(found.class);
  // No recipient has been named yet.
  if (point === 'mail') return state('SENDER_REFUSED', true);
  if (found.class === 'sender') return state('SENDER_REFUSED', false);
  // A bare code blocks an address everywhere only if it can mean nothing else.
  if (found.class === 'recipient_invalid' && found.reason === reply.status && !RECIPIENT_STATUS.test(reply.status))
    return plain('unknown');
  return plain(found.class);
}

/** The codes of RFC 3463 and of Microsoft for an address that is not there, or whose mailbox is shut. */
const RECIPIENT_STATUS = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1|4\.4|4\.310)$/;

function isTemporaryReply({ code, status }: SmtpReply): boolean {
  return status ? status.startsWith('4') : code !== null && code >= 400 && code < 500;
}

/**
 * Decides by words and codes alone: sure words about us or the room come before words about the recipient, and words
 * before bare codes, because servers use codes loosely.
 */
function classOfWords(reply: SmtpReply, text: string): Found {
  const status = reply.status ?? '';
  const [, subject = '', detail = ''] = status.split('.');
  const isTemporary = isTemporaryReply(reply);
  const answered = ANSWERED_COMMAND.exec(text);
  const list = BLOCK_LIST_LINK.exec(reply.text.slice(0, 4_000));
  const full = FULL.first(text) ?? FULL_PAIR.first(text);
  const recipient = RECIPIENT.first(text) ?? MISSING_ADDRESSEE.first(text);
  const sender = SENDER.first(text);
  const content = CONTENT.first(text);

  if (
    (full && (!(sender && SENDING_RATE.test(text)) || RECIPIENTS_LIMIT.test(text))) ||
    (subject === '2' && detail === '2')
  )
    return { class: 'mailbox_full', reason: full?.phrase ?? status };
  if (isTemporary) {
    if (list) return { class: 'sender', reason: list[0] };
    // 4.2.x is the mailbox's own state, such as mail coming in too fast for it.
    if (sender && subject !== '2') return { class: 'sender', reason: sender.phrase };
    return { class: 'transient', reason: status || String(reply.code) };
  }
  // What was refused before a recipient was named is about whoever sends.
  if (answered) return { class: 'sender', reason: answered[0] };
  if (list) return { class: 'sender', reason: list[0] };
  const passing = PASSING.first(text);
  const isOurs = subject === '1' && (detail === '7' || detail === '8');
  if (recipient && !isOurs) {
    const strong = STRONG_RECIPIENT.exec(text);
    if (strong && !SENDER_ADDRESS.test(text)) return { class: 'recipient_invalid', reason: strong[0] };
    if (!sender && (!content || subject === '1') && !passing)
      return { class: 'recipient_invalid', reason: recipient.phrase };
  }
  // Exchange Online's answer for an address that its directory does not have; the same words with 5.7.1 are a Postfix access rule.
  if (subject === '4' && detail === '1' && /address rejected: access denied/.test(text))
    return { class: 'recipient_invalid', reason: 'recipient address rejected: access denied' };
  if (sender) return { class: 'sender', reason: sender.phrase };
  const byCode = status ? classOfStatus(Number(subject), Number(detail)) : null;
  if (passing) return { class: 'transient', reason: passing.phrase };
  const other = byCode === 'recipient_invalid' ? otherReason(text, subject, detail) : null;
  if (other && !content) return other;
  if (byCode === 'recipient_invalid' && !content) return { class: byCode, reason: status };
  if (content) return { class: 'content', reason: content.phrase };
  if (byCode && byCode !== 'policy') return { class: byCode, reason: status };
  const policy = POLICY.first(text);
  if (policy) return { class: 'policy', reason: policy.phrase };
  const transient = TRANSIENT.first(text);
  if (transient) return { class: 'transient', reason: transient.phrase };
  if (byCode) return { class: byCode, reason: status };
  return classOfBasicCode(reply.code);
}

/** The command that was answered, as servers name it: the greeting, HELO and MAIL FROM come before any recipient. */
const ANSWERED_COMMAND =
  /(?:in reply to|in response to|reply to|response to|after|>>>) ?(?:the |end of |pipelined |sending |initial )?(?:mail from|ehlo|helo|connect(?:ion)?\b|initial (?:connection|greeting))(?: command)?/;

/** Pages where a server says why it refuses a sender's address or network. */
const BLOCK_LIST_LINK =
  /(?:[a-z0-9-]{1,60}\.){0,3}(?:spamhaus\.org|spamcop\.net|barracudacentral\.org|sorbs\.net|uceprotect\.net|mailspike\.(?:net|org|io)|abuseat\.org|senderscore\.org|psbl\.org|dnsbl\.info|abusix\.(?:com|zone)|invaluement\.com|spfbl\.net|spamrats\.com|blocklist\.de|ipcheck\.proofpoint\.com|talosintelligence\.com|sender\.office\.com)/i;

/** Codes of a missing recipient beside words that tell of something else: a rule, or a way that was closed for now. */
function otherReason(text: string, subject: string, detail: string): Found | null {
  const policy = POLICY.first(text);
  if (policy && subject !== '4') return { class: 'policy', reason: policy.phrase };
  if (subject !== '4' || detail !== '4') return null;
  const transient = TRANSIENT.first(text);
  if (transient) return { class: 'transient', reason: transient.phrase };
  return policy ? { class: 'policy', reason: policy.phrase } : null;
}

/** An address is no word: names such as policy@ or spam@ must not decide. */
const MAIL_ADDRESS = /[^\s<>"'(),;:@]{1,100}@[a-z0-9.-]{1,200}[a-z0-9]/gi;

/** Words that speak of nothing but a recipient who is not there. */
const STRONG_RECIPIENT =
  /user unknown|unknown user|unknown recipient|recipient unknown|no such user|no such recipient|user (?:does not|doesn't) exist|user not found|mailbox not found|mailbox does not exist|no such mailbox|recipient not found|recipnotfound|email account that you tried to reach (?:does not exist|is (?:disabled|inactive))/;

/** The unknown one is the sender: "Sender address rejected: User unknown". */
const SENDER_ADDRESS = /sender address rejected|sender verify failed|sender rejected|verify sender|sender verification/;

/** A limit of what a sender may send in a time is no full mailbox. */
const SENDING_RATE =
  /rate|per (?:hour|day|minute)|too many (?:messages|emails|mails|connections|recipients)|sending (?:limit|quota)|hourly|daily/;

/** RFC 3463 for permanent failures: subject and detail. null where the code says nothing certain. */
function classOfStatus(subject: number, detail: number): BounceClass | null {
  switch (subject) {
    case 1:
      return detail === 7 || detail === 8
        ? 'sender'
        : detail === 4 || detail === 5
          ? 'policy'
          : detail === 9
            ? null
            : 'recipient_invalid';
    case 2:
      return detail === 1
        ? 'recipient_invalid'
        : detail === 2
          ? 'mailbox_full'
          : detail === 3
            ? 'content'
            : detail === 4
              ? 'policy'
              : null;
    case 3:
      return detail === 4 ? 'content' : detail === 2 || detail === 1 ? 'transient' : null;
    case 4:
      return detail === 4 || detail === 310 ? 'recipient_invalid' : 'transient';
    case 6:
      return 'content';
    case 7:
      return detail >= 20 && detail <= 29 ? 'sender' : detail >= 500 && detail < 800 ? 'sender' : 'policy';
    default:
      return null;
  }
}

function classOfBasicCode(code: number | null): Found {
  if (code === 551) return { class: 'recipient_invalid', reason: String(code) };
  if (code === 552) return { class: 'mailbox_full', reason: '552' };
  if (code === 535 || code === 530) return { class: 'sender', reason: String(code) };
  return { class: 'unknown', reason: code === null ? 'no reason given' : String(code) };
}

const CODES = /(?<![\d.])([45])(\d\d)(?:[ -]{1,3}|$|\b)(?:#?\(?([45]\.\d{1,3}\.\d{1,3}))?/;
const STATUS = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;

/** Reads the codes out of a server's words: `550 5.1.1 …`, `#5.1.1`, `smtp;550-5.1.1 …`. */
export function readSmtpReply(text: string): SmtpReply {
  const head = text.slice(0, 4_000);
  const basic = CODES.exec(head);
  const status = basic?.[3] ?? STATUS.exec(head)?.[1] ?? null;
  return { code: basic ? Number(basic[1]! + basic[2]!) : null, status, text: head };
}
