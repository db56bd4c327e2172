import type { Database } from '#platform/db/database';
import type { Live } from '#platform/live/live';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import type { Vault } from '#platform/crypto/vault';

/** What the warmup loops work with. */
export interface WarmupWorkerDeps {
  db: Database;
  live: Pick<Live, 'publish'>;
  /** Campaign time in milliseconds. */
  now: () => number;
  /** Real time in milliseconds: plans end by it. */
  realNow: () => number;
  isSendingHeld: () => boolean;
  /** For identities and tokens of warmup mails (`derivePurposeKey(masterKey, 'warmup')`). */
  key: Uint8Array;
  /** Opens the sealed passwords of the pool. */
  vault: Vault;
  /** How an own mailbox is reached, with its unsealed credentials. */
  smtpServer: (workspaceId: number, mailboxId: number) => Promise<MailServer>;
  imapServer: (workspaceId: number, mailboxId: number) => Promise<MailServer>;
  rules: ConnectionRules;
  log: { error: (fields: object, text: string) => void };
}
