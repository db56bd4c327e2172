import type { LeadId } from '@skein/contracts/ids';
import type { VerificationView } from '@skein/contracts/main/verification.contract';
import type { Who } from '#access/access.api';
import { blockAddresses } from './block-addresses';
import { findInvalid, setBlocksInvalid, unblockVerified } from './verification.store';
import { type VerificationDeps, batch, requireVerification, getVerification } from './start-verification';

/** Puts the invalid addresses of a run on the block list, or takes them off again. @throws SkeinError NOT_FOUND */
export async function blockInvalid(
  deps: VerificationDeps,
  who: Who,
  id: number,
  isBlocked: boolean,
): Promise<VerificationView> {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireVerification(sql, who, id);
    await setBlocksInvalid(who.workspaceId, sql, id, isBlocked);
  });
  for (let after = 0; ;) {
    const found = await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const rows = await findInvalid(who.workspaceId, sql, { id, after, limit: batch });
      if (!isBlocked)
        await unblockVerified(
          who.workspaceId,
          sql,
          rows.map((row) => row.email),
        );
      return rows;
    });
    if (isBlocked && found.length > 0)
      await blockAddresses(
        deps,
        who,
        found.map((row) => row.email),
      );
    if (found.length < batch) break;
    after = (found.at(-1) as { lead_id: LeadId }).lead_id;
  }
  return getVerification(deps, who, id);
}
