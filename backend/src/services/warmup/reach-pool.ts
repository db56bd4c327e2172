import type { MailServer } from '#platform/mail/mail-server';
import { findPoolMember, poolSecretContext } from './pool.store';
import type { WarmupWorkerDeps } from './warmup-worker.deps';

/** How a mailbox of the pool is reached. @throws Error when the pool has lost it */
export async function reachPool(
  deps: Pick<WarmupWorkerDeps, 'db' | 'vault'>,
  email: string,
  protocol: 'smtp' | 'imap',
): Promise<MailServer> {
  const member = await deps.db.systemSql((sql) => findPoolMember(sql, email));
  if (!member) throw new Error(`The warmup pool has no mailbox ${email}.`);
  return {
    ...member.servers[protocol],
    username: member.email,
    credential: {
      kind: 'password',
      password: deps.vault.open(member.sealed_password, poolSecretContext(member.email)),
    },
  };
}
