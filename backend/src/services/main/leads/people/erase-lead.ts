import type { LeadId } from '@skein/contracts/ids';
import type { EraseEffects } from '@skein/contracts/main/leads.contract';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { holdEverywhere } from '#lifecycle/lifecycle.api';
import type { Who } from '#access/access.api';
import { countErasure, eraseLeadRows, findAddresses, forgetFiles } from './erase-lead.store';
import { erasureHash } from '../lead-rows/erasure-hash';
import { requireLead } from './lead';

type EraseDeps = Pick<MainDeps, 'db' | 'realClock' | 'live' | 'files' | 'masterKey'>;

/** What erasing a lead would remove. */
export const describeErasure = (deps: Pick<MainDeps, 'db'>, who: Who, leadId: LeadId): Promise<EraseEffects> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId);
    return countErasure(who.workspaceId, sql, leadId);
  });

/**
 * Erases one lead in the caller's transaction; `files` came with its mails and are to be deleted once that is committed.
 * @throws SkeinError CONFLICT while one of its mails is leaving
 */
export async function eraseInside(
  deps: Pick<MainDeps, 'masterKey' | 'realClock'>,
  sql: SqlClient,
  who: Who,
  leadId: LeadId,
): Promise<{ effects: EraseEffects; files: string[] }> {
  const enrolmentIds = await holdEverywhere(who.workspaceId, sql, [leadId], 'LEAD_REMOVED');
  const effects = await countErasure(who.workspaceId, sql, leadId);
  const addresses = await findAddresses(who.workspaceId, sql, leadId);
  const files = await eraseLeadRows(who.workspaceId, sql, {
    id: leadId,
    enrolmentIds,
    addresses,
    hashes: addresses.map(erasureHash(deps.masterKey, who.workspaceId)),
    userId: who.userId,
    at: new Date(deps.realClock.now()),
  });
  return { effects, files };
}

/** Deletes the files that hold copies of erased leads, after the transaction that forgot them. */
export async function deleteCopies(deps: EraseDeps, who: Who): Promise<void> {
  const names = await deps.db.tenantSql(who.workspaceId, (sql) =>
    forgetFiles(who.workspaceId, sql, new Date(deps.realClock.now())),
  );
  for (const name of names) await deps.files.delete(name);
}

/**
 * Erases a person (GDPR, article 17): gone everywhere in the workspace, in all campaigns, but for a keyed hash of each
 * address on the block list, so that the address is not imported again unknowingly.
 * @throws SkeinError NOT_FOUND, CONFLICT
 */
export async function eraseLead(deps: EraseDeps, who: Who, leadId: LeadId): Promise<EraseEffects> {
  const { effects, files } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId, true);
    const erased = await eraseInside(deps, sql, who, leadId);
    await deps.live.publish(sql, who.workspaceId, ['leads', 'campaigns', 'inbox', 'block-list']);
    return erased;
  });
  for (const name of files) await deps.files.delete(name);
  await deleteCopies(deps, who);
  return effects;
}
