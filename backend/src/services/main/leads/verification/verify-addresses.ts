import type { VerificationView } from '@skein/contracts/main/verification.contract';
import { invalidField } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { startVerification } from './start-verification';
import { findIdsOfAddresses } from './verify-addresses.store';

/**
 * Verifies the leads of these addresses. An address that no lead has is named and not verified, since results are kept with leads.
 * @throws SkeinError VALIDATION when no lead has any of them, PAYMENT_REQUIRED without credits
 */
export async function verifyAddresses(
  deps: Parameters<typeof startVerification>[0] & Pick<MainDeps, 'db'>,
  who: Who,
  emails: readonly string[],
  name?: string,
): Promise<{ view: VerificationView; notFound: string[] }> {
  const found = await deps.db.tenantSql(who.workspaceId, (sql) => findIdsOfAddresses(who.workspaceId, sql, emails));
  if (found.size === 0) throw invalidField('emails', 'contains no lead of this workspace; add the leads first');
  const view = await startVerification(deps, who, {
    selection: { lead_ids: [...found.values()] },
    name,
    blocks_invalid: true,
    is_anew: false,
  });
  return { view, notFound: [...new Set(emails)].filter((email) => !found.has(email)) };
}
