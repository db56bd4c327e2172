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
  /** Names the action for ever: asked twice with the same key, the provider acts once. */
  key: string;
  account: string;
  action: LinkedInAction;
  profileUrl: string;
  /** Plain text of an InMail, a message, or the note of a connection request. */
  subject: string | null;
  body: string | null;
  /** When, in campaign time. */
  at: Date;
}

/** DONE: it was done. REFUSED: it cannot be done for this lead (no such profile, not connected). ACCOUNT: the account can do nothing now. LATER: try again. */
export type LinkedInResult =
  | { outcome: 'DONE'; reference: string }
  | { outcome: 'REFUSED' | 'ACCOUNT' | 'LATER'; reason: string };

/** Who acts on LinkedIn for a workspace's accounts. LinkedIn has no interface of its own for this, so every one is a third party. */
export interface LinkedInProvider {
  /** Shown wherever its accounts are: "sandbox" says that nothing real happens. */
  readonly name: string;
  perform(task: LinkedInTask): Promise<LinkedInResult>;
  /** Begins to connect an account; its owner logs in at `url` where the provider has a page for it. */
  begin(given: { name: string; profileUrl: string | null; at: Date }): Promise<{ account: string; url: string | null }>;
  /** Whether an account is connected; INVALID with the cause. `at`: real time of the question. */
  readAccount(
    account: string,
    at: Date,
  ): Promise<{ state: 'INPROGRESS' | 'SUCCESS' | 'INVALID'; reason: string | null }>;
  /** Takes a connection request back; done before, it stays done. */
  withdraw(account: string, reference: string): Promise<void>;
  /** Whether a connection request was accepted. `at`: campaign time of the question. */
  readConnection(account: string, reference: string, at: Date): Promise<'PENDING' | 'ACCEPTED'>;
}
