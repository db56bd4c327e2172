import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { changeAddress, openLink, removeChange } from './address-change.store';

const broken = () =>
  new SkeinError(
    'BAD_REQUEST',
    'This link was used already, has expired or was withdrawn. Start again on your profile.',
  );
const taken = () => new SkeinError('CONFLICT', 'Another account now uses this address. Your address stays the same.');

/**
 * Opens one of the two links of a change of address. With the second the address changes: the old one is told, and
 * links that were mailed to it stop working.
 * @throws SkeinError BAD_REQUEST, CONFLICT when the address has an account by now
 */
export async function confirmAddressChange(
  deps: MainDeps,
  limits: IdentityLimits,
  uuid: string,
  browser: { ip: string },
): Promise<{ email: string; is_changed: boolean; waits_for: 'old' | 'new' | null }> {
  await limits.link.countOrRefuse(browser.ip);
  const answer = await deps.db.systemSql(async (sql) => {
    const link = await openLink(sql, deps.hashSecret(uuid), new Date(deps.realClock.now()));
    if (!link) throw broken();
    if (!link.is_other_used)
      return { link, waits: link.kind === 'address-old' ? ('new' as const) : ('old' as const), isTaken: false };
    const isChanged = await changeAddress(sql, link);
    if (isChanged)
      await deps.jobs.enqueue(sql, mailToPerson, {
        kind: 'address-changed',
        email: link.new_email,
        to: link.old_email,
      });
    else await removeChange(link.workspace_id, sql, link.user_id);
    return { link, waits: null, isTaken: !isChanged };
  });
  if (answer.isTaken) throw taken();
  await limits.link.forgive(browser.ip);
  deps.authenticator.forget(answer.link.workspace_id);
  return { email: answer.link.new_email, is_changed: answer.waits === null, waits_for: answer.waits };
}
