/**
 * What is known of an address. CATCH_ALL: the domain takes any address; ROLE: a mailbox of several people (info@);
 * UNKNOWN: the server would not say.
 */
export const verificationResults = ['VALID', 'INVALID', 'CATCH_ALL', 'ROLE', 'DISPOSABLE', 'UNKNOWN'] as const;
export type VerificationResult = (typeof verificationResults)[number];

/** Why. */
export const verificationReasons = [
  'ACCEPTED',
  'SYNTAX',
  'NO_DOMAIN',
  'NO_MAIL_SERVER',
  'NO_MAILBOX',
  'MAILBOX_FULL',
  'CATCH_ALL',
  'ROLE',
  'DISPOSABLE',
  'GREYLISTED',
  'REFUSED',
  'NO_ANSWER',
  'ADVISED_AGAINST',
] as const;
export type VerificationReason = (typeof verificationReasons)[number];

/** The reasons in words for people. */
export const verificationReasonTexts: Record<VerificationReason, string> = {
  ACCEPTED: 'The mail server accepts emails for it',
  SYNTAX: 'Not an address',
  NO_DOMAIN: 'The domain does not exist',
  NO_MAIL_SERVER: 'The domain receives no email',
  NO_MAILBOX: 'The mail server knows no such mailbox',
  MAILBOX_FULL: 'The mailbox is full',
  CATCH_ALL: 'The domain takes any address, so the mailbox cannot be verified',
  ROLE: 'A mailbox of several people',
  DISPOSABLE: 'A throw-away mail service',
  GREYLISTED: 'The mail server kept asking to come back later',
  REFUSED: 'The mail server would not say',
  NO_ANSWER: 'The mail server did not answer',
  ADVISED_AGAINST: 'Known to complain or to be a trap',
};

/** Who verifies: our own prober, or a service that the workspace has a key of and pays itself. */
export const verificationProviders = ['SKEIN', 'ZEROBOUNCE', 'MILLIONVERIFIER'] as const;
export type VerificationProvider = (typeof verificationProviders)[number];
export const verificationProviderNames: Record<VerificationProvider, string> = {
  SKEIN: 'Skein',
  ZEROBOUNCE: 'ZeroBounce',
  MILLIONVERIFIER: 'MillionVerifier',
};
