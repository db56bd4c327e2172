/** What a LinkedIn step can do (docs/domain.md, Validation). Each kind has a daily cap of its own. */
export const linkedInActions = [
  'INMAIL',
  'CONNECTION_REQUEST',
  'VISIT_PROFILE',
  'LIKE_RECENT_ACTIVITY',
  'MESSAGE',
] as const;
export type LinkedInAction = (typeof linkedInActions)[number];

/** One thing to do on LinkedIn for one lead. */
export interface LinkedInTask {
  /**
   * Campaign time at which it was asked for first, where the answer is not known: the provider looks whether it was done since, and does nothing
   * twice. Null: it was never asked for.
   */
  firstAskedAt: Date | null;
  account: string;
  action: LinkedInAction;
  profileUrl: string;
  /** Plain text of an InMail, a message, or the note of a connection request. */
  subject: string | null;
  body: string | null;
  /** When, in campaign time. */
  at: Date;
}

/**
 * DONE: it was done; `isAccepted`: both were connected already. REFUSED: it cannot be done for this lead (no such profile, not connected).
 * ACCOUNT: the account can do nothing until its owner signs in again. WAIT: nothing was done, and nothing will be for `hours`. LATER: nobody knows; try again.
 * `holds`: what waits: this action alone, each of its kind by the account, all by the account, or (INSTALLATION) all until the operator mends the key.
 */
export type LinkedInResult =
  | { outcome: 'DONE'; reference: string; isAccepted?: boolean }
  | { outcome: 'REFUSED' | 'ACCOUNT' | 'LATER'; reason: string }
  | { outcome: 'WAIT'; reason: string; hours: number; holds: 'ACTION' | 'KIND' | 'ACCOUNT' | 'INSTALLATION' };

/** How an account is: INPROGRESS while the provider connects it, INVALID with the cause. */
export interface LinkedInAccountState {
  state: 'INPROGRESS' | 'SUCCESS' | 'INVALID';
  reason: string | null;
  /** The provider does not know it, or not any more. */
  isGone?: boolean;
}

/** What became of a connection request. ACCOUNT: the account has to sign in before anybody knows. */
export type LinkedInConnection = { state: 'PENDING' | 'ACCEPTED' } | { state: 'ACCOUNT'; reason: string };

/** A sign-in on the provider's own page. */
export interface LinkedInSignIn {
  /** An account that the provider knows already and that was signed out; null: a new one. */
  account: string | null;
  /** Where the provider reports the account that was connected. It names nobody and is good for this sign-in alone. */
  notifyUrl: string;
  /** Where its owner comes back to. */
  successUrl: string;
  failureUrl: string;
  /** Real time. */
  expiresAt: Date;
}

/** Who acts on LinkedIn for a workspace's accounts. LinkedIn has no interface of its own for this, so every one is a third party. */
export interface LinkedInProvider {
  /** Shown wherever its accounts are: "sandbox" says that nothing real happens. */
  readonly name: string;
  perform(task: LinkedInTask): Promise<LinkedInResult>;
  /** A page on which the owner of an account signs in. @throws Error when the provider gives none */
  signInPage(given: LinkedInSignIn): Promise<string>;
  /** @throws Error when the provider cannot be asked */
  readAccount(account: string): Promise<LinkedInAccountState>;
  /** Takes the account out at the provider, which acts for it no more; done before, it stays done. @throws Error */
  removeAccount(account: string): Promise<void>;
  /** Takes a connection request back; done before, it stays done. @throws Error, also when it was not found among too many */
  withdraw(account: string, reference: string): Promise<void>;
  /** Whether a connection request was accepted. `at`: campaign time of the question. @throws Error */
  readConnection(account: string, reference: string, at: Date): Promise<LinkedInConnection>;
}
