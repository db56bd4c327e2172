import type { SmtpFailure } from '#platform/mail/smtp-failure';
import { classifyRefusal, type BounceClass } from '../inbox-sync/bounce-class';
import type { SenderState } from '../inbox-sync/sender-state';

/**
 * What a failed submission asks for.
 * - `MAILBOX`: the mailbox cannot connect or log in; from this first failure on it is failing, shown as disconnected, until it can.
 * - `SENDER`: its server sends nothing for it at the moment; it rests, and its leads wait.
 * - `RECIPIENT`: the address does not exist; it is blocked.
 * - `FULL`, `LATER`: this email may be accepted later.
 * - `REFUSED`: this email was refused for good, which says nothing about the address.
 * - `DOUBT`: it may have been sent.
 */
export type Verdict =
  | { kind: 'SENDER'; class: 'sender_state'; sender: SenderState }
  | { kind: 'RECIPIENT' | 'FULL' | 'LATER' | 'REFUSED'; class: BounceClass | null }
  | { kind: 'MAILBOX' | 'DOUBT'; class: null };

/**
 * After which failures a mailbox is marked as failing, and what others ask for: asks the one judge of refusals (`classifyRefusal`) with
 * the point of the dialogue.
 */
export function judgeFailure(
  failure: Pick<SmtpFailure, 'failureClass' | 'stage' | 'code' | 'status' | 'response'>,
): Verdict {
  const { failureClass, stage, code, status, response } = failure;
  if (failureClass === 'doubt') return { kind: 'DOUBT', class: null };
  if (failureClass === 'lost') return { kind: 'LATER', class: null };
  const found = classifyRefusal({ code, status, text: response }, stage);
  if (failureClass === 'refused') {
    if (found.sender?.cause === 'LOGIN') return { kind: 'MAILBOX', class: null };
    if (found.sender) return { kind: 'SENDER', class: 'sender_state', sender: found.sender };
    // A mailbox that is full for now is tried again like any other 4xx.
    const isPutOff = found.class === 'mailbox_full' && code !== null && code < 500;
    return { kind: isPutOff ? 'LATER' : kindOf(found.class), class: found.class };
  }
  // A limit that is told at the greeting or at the login needs no new password, and trying again every minute makes it last longer.
  return found.sender?.isSure && found.sender.cause !== 'LOGIN' && code !== null
    ? { kind: 'SENDER', class: 'sender_state', sender: found.sender }
    : { kind: 'MAILBOX', class: null };
}

function kindOf(bounceClass: BounceClass): 'RECIPIENT' | 'FULL' | 'LATER' | 'REFUSED' {
  switch (bounceClass) {
    case 'recipient_invalid':
      return 'RECIPIENT';
    case 'mailbox_full':
      return 'FULL';
    case 'transient':
      return 'LATER';
    default:
      return 'REFUSED';
  }
}
