import type { CampaignId } from '@skein/contracts/ids';
import { outcomeTexts } from '@skein/contracts/main/upload-outcomes';
import { GaveWay, type BulkRunKind, type HeldRun } from '#platform/bulk-runs/bulk-run';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, requireCampaign, type Who } from '#access/access.api';
import { wakeCampaign } from '#lifecycle/lifecycle.api';
import { removeMembers } from '../lead-lists/lead-lists.store';
import { requireList } from '../list-access/require-list';
import { deleteCopies, eraseInside } from '../people/erase-lead';
import { erasureHash } from '../lead-rows/erasure-hash';
import { importBatch, type ImportTarget } from '../people/import-batch';
import { insertMembers } from '../people/write-leads.store';
import { findLeadIds, readLeads } from '../people/leads.store';
import { changeLeadTags } from '../people/tag-leads.store';
import { deleteInside, unsubscribeInside } from '../people/lead';
import { storedRow } from '../people/stored-row';
import { exportCampaignLeads } from './export-campaign-leads';
import { exportLeads } from './export-leads';
import { queryOf } from '../people/selection-query';
import { findAction, keepFile, type ActionRecord } from './lead-actions.store';

type RunDeps = Pick<MainDeps, 'db' | 'files' | 'campaignClock' | 'realClock' | 'live' | 'jobs' | 'masterKey'>;

/** Leads of one transaction: what touches mails of each lead takes fewer. */
const batchOf = (kind: ActionRecord['kind']) =>
  kind === 'ERASE' || kind === 'DELETE' || kind === 'UNSUBSCRIBE' ? 100 : 2_000;

/** Work on many leads: one batch after the other by the leads' numbers, or the file of an export. */
export const leadActionRun: BulkRunKind<RunDeps> = {
  kind: 'LEAD_ACTION',
  topics: { progress: ['job'], end: ['job', 'leads', 'campaigns'] },
  brokeOff: () => 'It broke off. What is done stays; ask for the rest again.',
  // What is expected (the campaign is gone, the list is another's) will not change by trying again.
  refusalOf: (error) => (error instanceof SkeinError ? error.message : null),
  async perform(deps, held) {
    const { workspace_id: workspaceId, run_id: runId } = held.run;
    const action = await deps.db.tenantSql(workspaceId, (sql) => findAction(workspaceId, sql, { runId }));
    if (!action) throw new Error(`The action of run ${runId} is gone.`);
    const who: Who = { ...action.who, workspaceId };
    if (action.kind === 'EXPORT') return exportFile(deps, who, { action, held });
    await runBatches(deps, who, { action, held });
    if (action.kind === 'ERASE') await deleteCopies(deps, who);
  },
};

/** An action in the hands of a worker. */
interface HeldAction {
  action: ActionRecord;
  held: HeldRun;
}

async function runBatches(deps: RunDeps, who: Who, { action, held }: HeldAction): Promise<void> {
  const size = batchOf(action.kind);
  if ('enrolments' in action.selection) throw new Error(`${action.kind} takes no leads of a campaign.`);
  const filter = queryOf(action.selection);
  for (let isEnd = false; !isEnd;) {
    held.signal.throwIfAborted();
    const place = held.run.place as number | null;
    let files: string[] = [];
    await held.commit(async (sql) => {
      files = [];
      const ids = await findLeadIds(who.workspaceId, sql, scopeOf(who), {
        filter,
        page: {
          after: place === null ? null : { id: place, email: null },
          limit: size,
        },
      });
      isEnd = ids.length < size;
      const counts: Record<string, number> = {};
      const count = (outcome: string, by = 1) => {
        if (by > 0) counts[outcome] = (counts[outcome] ?? 0) + by;
      };
      if (ids.length > 0) count('CHANGED', await act(deps, sql, who, { action, ids, files, skip: count }));
      return { done: ids.length, counts, place: ids.at(-1) ?? place };
    });
    for (const name of files) await deps.files.delete(name);
  }
}

type Skip = (reason: string, count?: number) => void;

/** One batch of the leads that an action is about. */
interface ActionBatch {
  action: ActionRecord;
  ids: number[];
  files: string[];
  skip: Skip;
}

/**
 * Does one batch; answers how many leads changed and tells why the others did not. `files` takes the names of files
 * that are to be deleted once it is committed.
 */
async function act(
  deps: RunDeps,
  sql: SqlClient,
  who: Who,
  { action, ids, files, skip }: ActionBatch,
): Promise<number> {
  const { options } = action;
  const at = new Date(deps.campaignClock.now());
  const unlessChanged = (changed: number, reason: string) => {
    if (changed < ids.length) skip(reason, ids.length - changed);
    return changed;
  };
  switch (options.kind) {
    case 'ADD_TO_LIST': {
      const listId = options.list_id as number;
      await requireList(sql, who, listId, true);
      const added = await insertMembers(who.workspaceId, sql, {
        listId,
        leadIds: ids,
        options: { uploadId: null, at },
      });
      if (options.from_list_id && options.from_list_id !== listId)
        await removeMembers(who.workspaceId, sql, options.from_list_id, ids);
      return unlessChanged(added, 'In this list already');
    }
    case 'REMOVE_FROM_LIST':
      return unlessChanged(await removeMembers(who.workspaceId, sql, options.list_id, ids), 'Not in this list');
    case 'TAG':
      return unlessChanged(
        (await changeLeadTags(who.workspaceId, sql, ids, { add: options.tag_ids, remove: options.remove_tag_ids }))
          .size,
        'Tagged so already',
      );
    case 'PUSH_TO_CAMPAIGN':
      return push(deps, sql, who, {
        target: {
          campaignId: options.campaign_id as number,
          fromListId: options.from_list_id,
          options: options.options,
        },
        ids,
        skip,
      });
    case 'UNSUBSCRIBE':
      return eachLead(ids, skip, async (id) =>
        (await unsubscribeInside(deps, sql, who, id)) ? null : 'Unsubscribed already',
      );
    case 'DELETE':
      return eachLead(ids, skip, (id) => deleteInside(sql, who, id).then(() => null));
    case 'ERASE':
      return eachLead(ids, skip, (id) =>
        eraseInside(deps, sql, who, id).then((erased) => {
          files.push(...erased.files);
          return null;
        }),
      );
    default:
      throw new Error(`${options.kind} has no batches.`);
  }
}

/** One after the other; an e-mail that is leaving keeps its lead, and is told. */
async function eachLead(
  ids: readonly number[],
  skip: Skip,
  change: (id: number) => Promise<string | null>,
): Promise<number> {
  let changed = 0;
  for (const id of [...ids].sort((one, other) => one - other)) {
    const reason = await change(id).catch((error: unknown) => {
      if (error instanceof SkeinError && error.code === 'CONFLICT') return 'An email was being sent at that moment';
      // Somebody deleted it while the batch was on its way to it.
      if (error instanceof SkeinError && error.code === 'NOT_FOUND') return 'Deleted in the meantime';
      throw error;
    });
    if (reason === null) changed += 1;
    else skip(reason);
  }
  return changed;
}

/** Leads and the campaign they are enrolled in. */
interface LeadsToPush {
  target: { campaignId: CampaignId; fromListId?: number; options?: ImportTarget['options'] };
  ids: readonly number[];
  skip: Skip;
}

/** Enrols leads by the campaign's own rules, and those of the push, as an import would; a move takes those out of the list that came in. */
async function push(deps: RunDeps, sql: SqlClient, who: Who, { target, ids, skip }: LeadsToPush): Promise<number> {
  const campaign = await requireCampaign(sql, who, target.campaignId);
  const at = new Date(deps.campaignClock.now());
  const leads = await readLeads(who.workspaceId, sql, scopeOf(who), ids);
  const options = {
    ...(campaign.lead_condition as ImportTarget['options']),
    ...target.options,
    update_existing: false,
  };
  const { outcomes, enrolled } = await importBatch(
    who.workspaceId,
    sql,
    {
      campaignId: campaign.id,
      clientScope: campaign.client_id ?? 0,
      uploadId: null,
      options,
      hashOf: erasureHash(deps.masterKey, who.workspaceId),
      at,
      realNow: new Date(deps.realClock.now()),
    },
    leads.map((lead, index) => storedRow(lead, index + 1)),
  );
  const isIn = (outcome: string) => outcome === 'UPDATED_EXISTING' || outcome === 'IMPORTED_NEW';
  for (const { outcome } of outcomes) if (!isIn(outcome)) skip(outcomeTexts[outcome]);
  if (target.fromListId)
    await removeMembers(
      who.workspaceId,
      sql,
      target.fromListId,
      outcomes.flatMap((row) =>
        row.leadId !== null && (isIn(row.outcome) || row.outcome === 'ALREADY_IN_CAMPAIGN') ? [row.leadId] : [],
      ),
    );
  if (enrolled > 0) await wakeCampaign(who.workspaceId, sql, campaign.id, at.getTime());
  await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaign.id}`]);
  return enrolled;
}

/**
 * Writes the file of an export; a repeated run writes it anew. The file of a run that was ended meanwhile is deleted: nobody would see it.
 */
async function exportFile(deps: RunDeps, who: Who, { action, held }: HeldAction): Promise<void> {
  await held.restart();
  const { selection } = action;
  const commit: HeldRun['commit'] = (work) => held.commit(work);
  const fileKey =
    'enrolments' in selection
      ? await exportCampaignLeads(deps, who, selection, commit)
      : await exportLeads(deps, who, selection, commit);
  try {
    await held.complete((sql) => keepFile(who.workspaceId, sql, { id: action.id, fileKey }));
  } catch (error) {
    // After any other error the end may have been committed, with this file.
    if (error instanceof GaveWay) await deps.files.delete(fileKey);
    throw error;
  }
}
