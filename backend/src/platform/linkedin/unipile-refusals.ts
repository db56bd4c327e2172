import type { LinkedInResult } from './linkedin-provider';

/** An answer that is no success: its kind (`errors/…`), and its words. Without a kind it is not Unipile's, but of something in between. */
export class UnipileRefusal extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    words: string,
  ) {
    super(words);
  }
}

const day = 24;

/** The account is signed out or barred; what it was asked for was not done. */
const account: Record<string, string> = {
  disconnected_account: 'LinkedIn signed the account out.',
  expired_credentials: 'LinkedIn signed the account out.',
  invalid_credentials: 'LinkedIn does not accept the password of the account any more.',
  checkpoint_error: 'LinkedIn asks the owner of the account for a code.',
  invalid_checkpoint_solution: 'LinkedIn asks the owner of the account for a code.',
  multiple_sessions: 'The account is signed in elsewhere, and LinkedIn allows it once only.',
  wrong_account: 'A different person signed in.',
  account_mismatch: 'A different person signed in.',
  account_restricted: 'LinkedIn restricted the account.',
  invalid_account: 'The account is not a LinkedIn account.',
  action_required: 'LinkedIn asks the owner of the account for something.',
};

/** It cannot be done for this person; the lead goes on without. */
const person: Record<string, string> = {
  no_connection_with_recipient: 'LinkedIn lets only connections be messaged, and this person is not one.',
  invalid_recipient: 'LinkedIn does not take messages for this person.',
  blocked_recipient: 'This person blocked the account, or is blocked by it.',
  user_unreachable: 'This person cannot be reached on LinkedIn.',
  cannot_invite_attendee: 'This person cannot be invited.',
  already_invited_recently: 'This person was invited before, and LinkedIn allows no second request yet.',
  not_allowed_inmail: 'This person takes no InMail from the account.',
  insufficient_credits: 'The account has no InMail credits left.',
  feature_not_subscribed: 'The LinkedIn plan of the account does not include this.',
  subscription_required: 'The LinkedIn plan of the account does not include this.',
  resource_access_restricted: 'This profile is not open to the account.',
  too_many_characters: 'The text is longer than LinkedIn allows.',
  content_too_large: 'The text is longer than LinkedIn allows.',
};

/** Nothing is done for some hours; then it is asked again. */
const tooMany = { reason: 'LinkedIn takes no more requests at the moment.', hours: 1, holds: 'ACCOUNT' } as const;
const notYet = {
  reason: 'LinkedIn does not let this person be asked again yet.',
  hours: day,
  holds: 'ACTION',
} as const;
const waits: Record<string, Omit<Extract<LinkedInResult, { outcome: 'WAIT' }>, 'outcome'>> = {
  too_many_requests: tooMany,
  limit_exceeded: { reason: 'LinkedIn’s own limit for the account is reached.', hours: day, holds: 'KIND' },
  cannot_resend_yet: notYet,
  cannot_resend_within_24hrs: notYet,
  missing_credentials: {
    reason: 'Unipile does not accept the key of this installation.',
    hours: 1,
    holds: 'INSTALLATION',
  },
  insufficient_permissions: {
    reason: 'The key of this installation may not do this at Unipile.',
    hours: 1,
    holds: 'INSTALLATION',
  },
};

/** Whether Unipile itself says that it knows no such thing. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof UnipileRefusal && error.kind === 'resource_not_found';

/** What follows from a failed question. Without an answer, or with one that says nothing, it may have been done all the same: LATER. */
export function resultOfFailure(error: unknown): LinkedInResult {
  if (!(error instanceof UnipileRefusal))
    return { outcome: 'LATER', reason: `Unipile could not be reached: ${(error as Error).message}`.slice(0, 300) };
  const { status, kind, message } = error;
  const [ofAccount, ofPerson, wait] = [account[kind], person[kind], waits[kind]];
  if (wait) return { outcome: 'WAIT', ...wait };
  if (ofAccount) return { outcome: 'ACCOUNT', reason: ofAccount };
  if (ofPerson) return { outcome: 'REFUSED', reason: ofPerson };
  if (kind !== '' && status === 429) return { outcome: 'WAIT', ...tooMany };
  if (kind !== '' && status === 401) return { outcome: 'ACCOUNT', reason: `Unipile refused: ${message}`.slice(0, 300) };
  if (kind === '' || status >= 500 || [408, 425].includes(status))
    return { outcome: 'LATER', reason: `Unipile answered ${status}: ${message}`.slice(0, 300) };
  return { outcome: 'REFUSED', reason: `LinkedIn refused: ${message}`.slice(0, 300) };
}
