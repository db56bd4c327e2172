import type { MailboxId } from '@skein/contracts/ids';
import type { WarmupView } from '@skein/contracts/warmup/warmup.contract';
import { checkDns, type DnsResolver } from '#platform/mail/check-dns';
import { requireMailbox, updateWarmup, type ViewDeps, type Who } from './warmup-settings';
import { writeDnsCheck } from './warmup-mailbox.store';

/**
 * Asks DNS about the sending domain now, and lets the loop look at the mailbox: the prerequisites, and the day when
 * they are met. Whoever has just published a record does not wait for the look-up of the night.
 * @throws SkeinError NOT_FOUND
 */
export async function checkWarmup(
  deps: ViewDeps & { resolver: DnsResolver },
  who: Who,
  mailboxId: MailboxId,
): Promise<WarmupView> {
  const { workspaceId } = who;
  const { from_email: email } = await deps.db.tenantSql(workspaceId, (sql) =>
    requireMailbox(deps, who, sql, mailboxId),
  );
  const check = await checkDns(email.slice(email.lastIndexOf('@') + 1), deps.resolver);
  await deps.db.tenantSql(workspaceId, (sql) =>
    writeDnsCheck(workspaceId, sql, { mailboxId, check, at: new Date(deps.now()) }),
  );
  return updateWarmup(deps, who, mailboxId, {});
}
