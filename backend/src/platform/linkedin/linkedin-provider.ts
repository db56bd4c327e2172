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
   * Campaign time at which it was asked for first, where the answer is not known: the provider looks whether it was
   * done since, and does nothing twice. Null: it was never asked for.
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
 * DONE: it was done for `person`, the provider's ID of whoever it is; `isAccepted`: both were connected already.
 * REFUSED: it cannot be done for this lead (no such profile, not connected). ACCOUNT: the account can do nothing until
 * its owner signs in again. WAIT: nothing was done, and nothing will be for `hours`. LATER: nobody knows; try again.
 * `holds`: what waits: this action alone, each of its kind by the account, all by the account, or (INSTALLATION) all
 * until the operator mends the key.
 */
export type LinkedInResult =
  | { outcome: 'DONE'; reference: string; person?: string; isAccepted?: boolean }
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

/** What somebody else wrote to an account. */
export interface LinkedInMessage {
  id: string;
  /** The provider's ID of the sender, which is good for this account alone. */
  person: string;
  /** What names the sender where `readSender` is asked. */
  sender: string;
  /** The conversation it is in; null where the provider does not say. */
  chat: string | null;
  text: string;
  at: Date;
}

/** What a person writes in a conversation that is there already. */
export interface LinkedInAnswer {
  account: string;
  chat: string;
  text: string;
  /**
   * Campaign time at which it was asked for first, where the answer is not known: the provider looks whether it was
   * sent since. Null: it was never asked for.
   */
  firstAskedAt: Date | null;
  /** Messages of the conversation that are other answers, though they may say the same. */
  others: readonly string[];
}

/**
 * The newest messages of an account, the oldest first, and how many could not be read. ACCOUNT: the account has to sign
 * in before anybody knows.
 */
export type LinkedInMessages =
  | { messages: LinkedInMessage[]; unreadable: number }
  | { state: 'ACCOUNT'; reason: string };

/** The account has to sign in before anybody knows; the message is the reason. */
export class LinkedInAccountRefusal extends Error {}

/** Who wrote. `profile`: what names them in the address of their profile; null where the provider does not say without opening it. */
export interface LinkedInSender {
  name: string | null;
  profile: string | null;
}

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
  /** Writes in a conversation. */
  answer(answer: LinkedInAnswer): Promise<LinkedInResult>;
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
  /** What others wrote to an account since. @throws Error when the provider cannot be asked */
  readMessages(account: string, since: Date): Promise<LinkedInMessages>;
  /**
   * Who sent a message; nobody's profile is opened on LinkedIn for it. Null: the provider does not know.
   * @throws LinkedInAccountRefusal, Error
   */
  readSender(account: string, message: Pick<LinkedInMessage, 'sender'>): Promise<LinkedInSender | null>;
  /**
   * What names a person in the address of their profile, which is opened for it. Null: nobody of that ID.
   * @throws LinkedInAccountRefusal, Error
   */
  readProfile(account: string, person: string): Promise<string | null>;
  /**
   * Whether more than two people write in a conversation: what somebody says there is no answer to the account.
   * @throws LinkedInAccountRefusal, Error
   */
  isGroup(account: string, chat: string): Promise<boolean>;
  /**
   * Has new messages reported to an address, from now on; asked twice, it is reported once. Addresses of this
   * installation that are not good any more, which differ in their last part alone, are taken out.
   * @throws Error
   */
  reportMessages(url: string): Promise<void>;
}
