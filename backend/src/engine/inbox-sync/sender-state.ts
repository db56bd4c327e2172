import type { SenderCauseName } from '@skein/contracts/sender-causes';
import {
  LIMIT,
  LIMIT_REACHED,
  LOGIN,
  OUTBOUND_SPAM,
  RECIPIENTS_LIMIT,
  RELAY,
  REPORTED_LIMIT,
  REPORTED_SPAM,
  REPORTED_STOP,
  SENDER_NOT_ACCEPTED,
  SENDING_STOPPED,
  SUSPENDED,
} from './phrases/sender-state-phrases';

/** Where in the dialogue a server refused (RFC 5321), or that it told later in a delivery report. */
export type DialoguePoint = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot' | 'report';

/** Why nothing is sent for a mailbox, whoever the recipient is. */
export interface SenderState {
  cause: SenderCauseName;
  /** The words or the code that decided it. */
  reason: string;
  /** False for words that could also be about this one email: then an email that alone is refused must not stop its mailbox for ever. */
  isSure: boolean;
}

/** A refusal whose text went through `comparable`, with addresses and links taken out. */
interface ComparableReply {
  text: string;
  code: number | null;
  status: string | null;
  point: DialoguePoint;
}

/** The sender's own state in a refusal; null when it speaks of something else. */
export function findSenderState(reply: ComparableReply): SenderState | null {
  if (reply.point === 'report') return findReported(reply);
  const limit = findLimit(reply);
  if (limit) return sure('LIMIT', limit);
  const stopped = findStop(reply);
  if (stopped) return sure('SUSPENDED', stopped);
  if (reply.point === 'connect' || reply.point === 'auth') return null;
  const spam = OUTBOUND_SPAM.first(reply.text);
  // A filter may mean this one text.
  if (spam) return { cause: 'SPAM_FILTER', reason: spam.phrase, isSure: false };
  const relay = RELAY.first(reply.text);
  if (relay) return sure('RELAY', relay.phrase);
  const login = findLogin(reply);
  if (login) return sure('LOGIN', login);
  const sender = SENDER_NOT_ACCEPTED.first(reply.text);
  return sender ? sure('SENDER_REFUSED', sender.phrase) : null;
}

const sure = (cause: SenderCauseName, reason: string): SenderState => ({ cause, reason, isSure: true });

/** Too many recipients, congestion, and the codes of Microsoft and Google for limits. */
const LIMIT_STATUS = /^[45]\.(?:4\.5|5\.3|1\.90|7\.28|7\.232|7\.233|7\.705)$/;
/** Microsoft's codes for accounts and tenants that are not allowed to send out. */
const STOP_STATUS = /^5\.7\.(?:501|502|503|708|750)$/;
/** Policy services of Postfix name a sender's quota without saying whose it is. */
const POLICY_QUOTA =
  /polic(?:y|ies)[^.]{0,40}quota|quota exceeded[^.]{0,40}policy|domain sending|recipient address rejected: quota/;

function findLimit({ text, status }: ComparableReply): string | null {
  if (RECIPIENTS_LIMIT.test(text)) return null;
  if (status !== null && LIMIT_STATUS.test(status)) return status;
  return (LIMIT.first(text) ?? LIMIT_REACHED.first(text))?.phrase ?? POLICY_QUOTA.exec(text)?.[0] ?? null;
}

/** The account that is spoken of is the sender's. */
const OWN_ACCOUNT = /\b(?:your|sender|sending|outgoing|outbound|smtp user|authenticated|login)\b/;
const OTHERS_ACCOUNT = /tried to reach|recipient|addressee/;

function findStop({ text, status, point }: ComparableReply): string | null {
  if (status !== null && STOP_STATUS.test(status)) return status;
  const stopped = SENDING_STOPPED.first(text);
  if (stopped) return stopped.phrase;
  // A refused login has a place of its own: the mailbox is disconnected until somebody reconnects it.
  if (point === 'auth') return null;
  const account = SUSPENDED.first(text);
  if (!account || OTHERS_ACCOUNT.test(text)) return null;
  const isBeforeRecipients = point === 'connect' || point === 'mail';
  return isBeforeRecipients || point === 'data' || OWN_ACCOUNT.test(text) ? account.phrase : null;
}

function findLogin({ text, code, point }: ComparableReply): string | null {
  if (code === 530 || code === 535 || code === 538) return String(code);
  if (code === null || code < 500 || point === 'dot') return null;
  return LOGIN.first(text)?.phrase ?? null;
}

function findReported({ text, status }: ComparableReply): SenderState | null {
  if (RECIPIENTS_LIMIT.test(text)) return null;
  const limit = REPORTED_LIMIT.first(text)?.phrase ?? (status && /^5\.(?:1\.90|7\.705|7\.23[23])$/.exec(status)?.[0]);
  if (limit) return sure('LIMIT', limit);
  const stop = REPORTED_STOP.first(text)?.phrase ?? (status && STOP_STATUS.exec(status)?.[0]);
  if (stop) return sure('SUSPENDED', stop);
  const spam = REPORTED_SPAM.first(text);
  return spam ? sure('SPAM_FILTER', spam.phrase) : null;
}
