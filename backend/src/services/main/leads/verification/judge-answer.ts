import type { VerificationReason, VerificationResult } from '@skein/contracts/main/verification-results';
import type { RecipientAnswer } from '#platform/mail/ask-recipients';

/** What came of one address, or that it is to be asked again: TURN when others were asked first. */
export type Finding =
  | { result: VerificationResult; reason: VerificationReason; detail: string | null }
  | { result: null; reason: 'GREYLISTED' | 'NO_ANSWER' | 'TURN'; detail: string | null };

const noMailbox =
  /user unknown|unknown user|no such (user|mailbox|recipient|address)|does ?n[o']t exist|not exist|invalid (recipient|mailbox|address)|mailbox (unavailable|not found|unknown)|address rejected|recipient (not found|rejected|unknown)|no mailbox here/i;
const isAboutUs =
  /spam|block(ed|list)|blacklist|black list|reputation|policy|denied|not allowed|banned|poor|rbl|dnsbl|authentica|relay/i;

/**
 * Reads a server's reply to RCPT (RFC 5321, 4.2.3; RFC 3463). A refusal is the address's fault only where the server says so: one
 * that is about us, our address or its rules says nothing of the mailbox.
 */
export function judgeAnswer(answer: RecipientAnswer): Finding {
  const { code, status } = answer;
  const detail = code === null ? answer.text || null : `${code} ${answer.text}`.trim();
  if (code === null) return { result: null, reason: 'NO_ANSWER', detail };
  if (answer.stage !== 'recipient')
    return code < 500
      ? { result: null, reason: answer.stage === 'connect' ? 'NO_ANSWER' : 'GREYLISTED', detail }
      : { result: 'UNKNOWN', reason: 'REFUSED', detail };
  if (code === 250 || code === 251) return { result: 'VALID', reason: 'ACCEPTED', detail };
  if (status === '5.2.2' || status === '4.2.2' || code === 552)
    return { result: 'UNKNOWN', reason: 'MAILBOX_FULL', detail };
  if (code < 500)
    return code >= 400
      ? { result: null, reason: 'GREYLISTED', detail }
      : { result: 'UNKNOWN', reason: 'REFUSED', detail };
  if (status?.startsWith('5.7.') || status === '5.1.7' || status === '5.1.8')
    return { result: 'UNKNOWN', reason: 'REFUSED', detail };
  if (status?.startsWith('5.1.') || status === '5.2.1') return { result: 'INVALID', reason: 'NO_MAILBOX', detail };
  if ((code === 550 || code === 551 || code === 553) && noMailbox.test(answer.text) && !isAboutUs.test(answer.text))
    return { result: 'INVALID', reason: 'NO_MAILBOX', detail };
  return { result: 'UNKNOWN', reason: 'REFUSED', detail };
}
