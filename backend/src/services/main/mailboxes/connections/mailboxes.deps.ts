import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import type { Vault } from '#platform/crypto/vault';
import type { DnsResolver } from '#platform/mail/check-dns';
import { defaultRules, type ConnectionRules } from '#platform/mail/mail-server';
import type { MainConfig, MainDeps } from '#main/deps';
import { createConsents, type Consents } from '../consents/consents';
import { limitTries, type LimitTries } from './limit-tries';
import { mailboxServers, type MailboxServers } from './mailbox-servers';

/** What the mailbox operations work with. */
export interface MailboxDeps {
  db: Database;
  vault: Vault;
  servers: MailboxServers;
  /** Signing in with providers; null where that is not set up. */
  consents: Consents | null;
  resolver: DnsResolver;
  rules: ConnectionRules;
  /** Campaign time in milliseconds. */
  now: () => number;
  limitTries: LimitTries;
  heavyWork: MainDeps['heavyWork'];
  publish: (workspaceId: WorkspaceId, topics: string[]) => Promise<void>;
}

/** Loopback servers are reachable in the sandbox only: the sandbox's own mail world lives there. */
export const connectionRules = ({
  isSandbox,
  mailPrivateHosts = [],
}: Pick<MainConfig, 'isSandbox' | 'mailPrivateHosts'>): ConnectionRules => ({
  ...defaultRules,
  allowPrivateAddresses: isSandbox,
  privateHosts: mailPrivateHosts,
  verifyCertificates: !isSandbox,
});

export function mailboxDeps(deps: MainDeps): MailboxDeps {
  const now = () => deps.campaignClock.now();
  const rules = connectionRules(deps.config);
  const consents = deps.mailConsent
    ? createConsents({ db: deps.db, vault: deps.vault, access: deps.mailConsent })
    : null;
  return {
    db: deps.db,
    now,
    vault: deps.vault,
    servers: mailboxServers({
      db: deps.db,
      vault: deps.vault,
      allowPrivateAddresses: rules.allowPrivateAddresses,
      consents,
    }),
    consents,
    resolver: deps.resolver,
    limitTries: limitTries(deps.db),
    heavyWork: deps.heavyWork,
    rules,
    publish: (workspaceId, topics) => deps.db.systemSql((sql) => deps.live.publish(sql, workspaceId, topics)),
  };
}
