import { Readable } from 'node:stream';
import type { LeadAction, LeadActionView } from '@skein/contracts/main/lead-actions.contract';
import { permits } from '@skein/contracts/permissions';
import { toRunView } from '#platform/bulk-runs/run-view';
import { cancelRun, startRun } from '#platform/bulk-runs/start-run';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, scopeOf, requireCampaign, type Who } from '#access/access.api';
import { countSelectedLeads, createDraft } from '#lifecycle/lifecycle.api';
import { requireTags } from '#labels/labels.api';
import { makeList } from '../lead-lists/lead-lists';
import { requireList } from '../list-access/require-list';
import { countLeadsUpTo } from '../people/leads.store';
import { queryOf } from '../people/selection-query';
import { leadActionRun } from './lead-action.run';
import { findAction, findActions, insertAction, type ActionRecord } from './lead-actions.store';

type ActionDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'jobs'>;

/** ms of real time in which what changes leads can be undone. */
const undoTime = 10_000;
/** Totals are counted up to here before the start; while it runs they grow. */
const mostCounted = 2_000_000;
const waits = new Set<LeadAction['kind']>(['REMOVE_FROM_LIST', 'PUSH_TO_CAMPAIGN', 'UNSUBSCRIBE', 'DELETE', 'ERASE']);

/** Begins work on many leads: at once, or after the time in which it can be undone. @throws SkeinError FORBIDDEN, VALIDATION, NOT_FOUND */
export const startAction = (
  deps: ActionDeps,
  who: Who,
  input: { selection: ActionRecord['selection']; action: LeadAction; isAtOnce?: boolean },
): Promise<LeadActionView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const needs =
      input.action.kind === 'EXPORT'
        ? 'lead.export'
        : input.action.kind === 'DELETE' || input.action.kind === 'ERASE'
          ? 'lead.delete'
          : 'lead.write';
    if (!permits(who, needs)) throw new SkeinError('FORBIDDEN');
    const now = deps.realClock.now();
    const options = await settle(sql, who, input.action, {
      real: new Date(now),
      campaign: new Date(deps.campaignClock.now()),
    });
    const { selection } = input;
    const total = await countSelected(sql, who, selection, options.kind);
    const runId = await startRun(deps, sql, leadActionRun, {
      workspaceId: who.workspaceId,
      createdBy: who.userId,
      total,
      delay: waits.has(options.kind) && !input.isAtOnce ? undoTime : 0,
    });
    const id = await insertAction(who.workspaceId, sql, {
      runId,
      selection,
      options,
      who,
      fileName: options.kind === 'EXPORT' ? fileNameOf(selection, new Date(now)) : null,
    });
    return view((await findAction(who.workspaceId, sql, { id })) as ActionRecord, now);
  });

const fileNameOf = (selection: ActionRecord['selection'], at: Date): string =>
  `${'enrolments' in selection ? `campaign-${selection.campaign_id}-` : ''}leads-${at.toISOString().slice(0, 10)}.csv`;

/** How many leads an action is about, as far as it is counted before the start. @throws SkeinError NOT_FOUND, VALIDATION */
async function countSelected(
  sql: SqlClient,
  who: Who,
  selection: ActionRecord['selection'],
  kind: LeadAction['kind'],
): Promise<number> {
  if ('enrolments' in selection) {
    if (kind !== 'EXPORT') throw invalidField('selection', 'of a campaign can only be exported');
    await requireCampaign(sql, who, selection.campaign_id);
    return countSelectedLeads(sql, who, selection, mostCounted);
  }
  if ('lead_ids' in selection) return new Set(selection.lead_ids).size;
  if (selection.filter.list_id) await requireList(sql, who, selection.filter.list_id);
  return countLeadsUpTo(who.workspaceId, sql, scopeOf(who), { filter: queryOf(selection), most: mostCounted });
}

/** Checks what an action names, and makes the list or draft that it asks for. */
async function settle(
  sql: SqlClient,
  who: Who,
  action: LeadAction,
  at: { real: Date; campaign: Date },
): Promise<LeadAction> {
  if ('from_list_id' in action && action.from_list_id) await requireList(sql, who, action.from_list_id);
  if (action.kind === 'TAG') await requireTags(sql, who, action.tag_ids, 'action.tag_ids');
  if (action.kind === 'REMOVE_FROM_LIST') await requireList(sql, who, action.list_id);
  if (action.kind === 'ADD_TO_LIST') {
    if (action.list_id) await requireList(sql, who, action.list_id);
    else if (!action.list_name) throw invalidField('action.list_id', 'or a list_name is required');
    return { ...action, list_id: action.list_id ?? (await makeList(sql, who, action.list_name as string, at.real)) };
  }
  if (action.kind === 'PUSH_TO_CAMPAIGN') {
    if (action.campaign_id) await requireCampaign(sql, who, action.campaign_id);
    else if (!action.campaign_name) throw invalidField('action.campaign_id', 'or a campaign_name is required');
    else if (!permits(who, 'campaign.write')) throw new SkeinError('FORBIDDEN');
    return {
      ...action,
      campaign_id: action.campaign_id ?? (await makeDraft(sql, who, action.campaign_name as string, at.campaign)),
    };
  }
  return action;
}

async function makeDraft(sql: SqlClient, who: Who, name: string, at: Date): Promise<number> {
  const clientId = who.client?.id ?? null;
  await checkClient(who.workspaceId, sql, clientId, null);
  return createDraft(who.workspaceId, sql, {
    name,
    createdBy: who.userId,
    clientId,
    folderId: null,
    zoneOf: null,
    detail: {},
    at,
  });
}

/** An action of this person. @throws SkeinError NOT_FOUND */
async function requireAction(sql: SqlClient, who: Who, actionId: number): Promise<ActionRecord> {
  const action = await findAction(who.workspaceId, sql, { id: actionId });
  if (
    !action ||
    (action.created_by !== who.userId && who.role !== 'OWNER' && who.role !== 'ADMIN_ACCESS') ||
    (who.client && action.who.client?.id !== who.client.id)
  )
    throw notFound('This action');
  return action;
}

export const getAction = (
  deps: Pick<MainDeps, 'db' | 'realClock'>,
  who: Who,
  actionId: number,
): Promise<LeadActionView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    view(await requireAction(sql, who, actionId), deps.realClock.now()),
  );

export const listActions = (
  deps: Pick<MainDeps, 'db' | 'realClock'>,
  who: Who,
  page: { cursor?: string; limit: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await findActions(who.workspaceId, sql, {
      userId: who.userId,
      before: decodeIdCursor(page.cursor),
      limit: page.limit + 1,
    });
    const rows = found.slice(0, page.limit);
    const last = rows.at(-1);
    return {
      rows: rows.map((row) => view(row, deps.realClock.now())),
      next_cursor: found.length > page.limit && last ? encodeCursor([last.id]) : null,
      total: rows.length,
      total_is_capped: found.length > page.limit,
    };
  });

/**
 * Takes an action back while it waits, or stops it where it stands: what is done stays.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export const cancelAction = (
  deps: Pick<MainDeps, 'db' | 'realClock' | 'live' | 'jobs'>,
  who: Who,
  actionId: number,
): Promise<LeadActionView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await cancelRun(deps, sql, leadActionRun, await requireAction(sql, who, actionId))))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This is over; there is nothing to undo.');
    return view(await requireAction(sql, who, actionId), deps.realClock.now());
  });

/** The file of an export. @throws SkeinError NOT_FOUND */
export async function downloadExport(
  deps: Pick<MainDeps, 'db' | 'files'>,
  who: Who,
  actionId: number,
): Promise<Response> {
  const action = await deps.db.tenantSql(who.workspaceId, (sql) => requireAction(sql, who, actionId));
  if (!action.file_key) throw notFound('This file');
  const { stream, size } = await deps.files.get(action.file_key);
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${action.file_name ?? 'leads.csv'}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

function view(action: ActionRecord, now: number): LeadActionView {
  const { CHANGED: changed = 0, ...reasons } = action.counts;
  return {
    ...toRunView(action, now),
    id: action.id,
    kind: action.kind,
    status: action.status,
    changed,
    reasons: Object.entries(reasons).map(([reason, count]) => ({ reason, count })),
    can_undo_until: action.status === 'WAITING' && action.runs_at.getTime() > now ? action.runs_at.toISOString() : null,
    campaign:
      action.campaign_id !== null && action.campaign_name !== null
        ? { id: action.campaign_id, name: action.campaign_name }
        : null,
    list: action.list_id !== null && action.list_name !== null ? { id: action.list_id, name: action.list_name } : null,
    has_file: action.file_key !== null,
    file_name: action.file_name,
  };
}
