import type { EnrolmentId } from '@skein/contracts/ids';
import { undoHours, type RecentChange } from '@skein/contracts/main/inbox-recent.contract';
import { permits, type Permission } from '@skein/contracts/permissions';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { isScoped, scopeOf, type Who } from '#access/access.api';
import { findChanges, type InboxChangeRecord } from '../bulk/inbox-changes.store';
import { toChangeView } from '../bulk/inbox-change-view';
import { findConversations } from '../conversations/conversation-scope.store';
import { findLeadNames, findOnlyConversations, findRecentRecords, type RecentRecord } from './recent.store';
import { findRecordChanges, type RecordChange } from './record-changes.store';
import { needsOfRecord } from './undo-record-change';

/** ms of campaign time for which a change is listed and can be undone. */
export const undoTime = undoHours * 3_600_000;
/** Changes in a list. */
const most = 100;

/** What undoing needs beside answering. */
export const needsToUndo: Partial<Record<RecentChange['kind'], Permission>> = {
  block: 'blocklist.write',
  push: 'lead.write',
};

/**
 * What was done in the inbox within a day, newest first. Who sees all campaigns also sees what colleagues did; undoing is up to who did it.
 */
export const listRecentChanges = (
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'realClock'>,
  who: Who,
): Promise<{ changes: RecentChange[] }> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const after = new Date(deps.campaignClock.now() - undoTime);
    const userId = isScoped(scopeOf(who)) ? who.userId : null;
    const changes = (await findChanges(who.workspaceId, sql, { userId, limit: most, only: { after } })).filter(
      (change) => change.created_by !== null,
    );
    const records = await findRecentRecords(who.workspaceId, sql, { userId, after, limit: most });
    const recordChanges = await findRecordChanges(who.workspaceId, sql, {
      ...{ userId, readerId: who.userId, after, limit: most },
    });
    const only = await findOnlyConversations(
      who.workspaceId,
      sql,
      changes.map(({ id }) => id),
    );
    const named = await nameConversations(sql, who, [
      ...only.values(),
      ...records.flatMap((record) => record.enrolment_id ?? []),
      ...recordChanges.flatMap((change) => change.enrolment_id ?? []),
    ]);
    const realNow = deps.realClock.now();
    return {
      changes: [
        ...changes.map((change) => ofChange(who, change, { realNow, conversation: named(only.get(change.id)) })),
        ...records.map((record) => ofRecord(who, record, named(record.enrolment_id))),
        ...recordChanges.map((change) => ofRecordChange(who, change, named(change.enrolment_id))),
      ]
        .sort((one, other) => other.at.localeCompare(one.at))
        .slice(0, most),
    };
  });

type Named = RecentChange['conversation'];

async function nameConversations(
  sql: SqlClient,
  who: Who,
  enrolmentIds: readonly EnrolmentId[],
): Promise<(id: number | null | undefined) => Named> {
  const seen = await findConversations(sql, who, enrolmentIds);
  const names = await findLeadNames(
    who.workspaceId,
    sql,
    seen.map(({ id }) => id),
  );
  return (id) => {
    const name = id == null ? undefined : names.get(id);
    return id == null || name === undefined ? null : { enrolment_id: id, name };
  };
}

const states: Record<InboxChangeRecord['status'], RecentChange['state']> = {
  RUNNING: 'UNDER_WAY',
  UNDOING: 'UNDER_WAY',
  COMPLETED: 'DONE',
  CANCELLED: 'DONE',
  FAILED: 'DONE',
  UNDONE: 'UNDONE',
};

function ofChange(
  who: Who,
  change: InboxChangeRecord,
  { realNow, conversation }: { realNow: number; conversation: Named },
): RecentChange {
  const view = toChangeView(change, realNow);
  const by = { id: change.created_by as number, name: change.created_by_name ?? '' };
  return {
    key: `change-${change.id}`,
    kind: 'change',
    action: change.action,
    subject: null,
    count: change.is_at_once ? view.changed : view.total,
    conversation,
    by,
    at: (change.at as Date).toISOString(),
    state: states[change.status],
    ...mayUndo(who, by, view.no_undo_reason, change.action.do === 'push' ? 'lead.write' : undefined),
  };
}

function ofRecord(who: Who, record: RecentRecord, conversation: Named): RecentChange {
  const by = { id: record.user_id, name: record.user_name };
  return {
    key: `${record.kind}-${record.id}`,
    kind: record.kind,
    action: null,
    subject: record.subject,
    count: record.count,
    conversation,
    by,
    at: record.at.toISOString(),
    state: 'DONE',
    ...mayUndo(who, by, null, needsToUndo[record.kind]),
  };
}

const kinds = {
  remove_reminder: 'reminder_removed',
  revenue: 'revenue',
  forget_address: 'address_forgotten',
  cancel_answer: 'answer_cancelled',
  delete_template: 'template_deleted',
  block_lists: 'block_lists',
} as const satisfies Partial<Record<RecordChange['action']['do'], RecentChange['kind']>>;

const kindOf = ({ action }: RecordChange): RecentChange['kind'] =>
  action.do === 'complete_task' ? (action.is_completed ? 'task_done' : 'task_reopened') : kinds[action.do];

function ofRecordChange(who: Who, change: RecordChange, conversation: Named): RecentChange {
  const by = { id: change.user_id, name: change.user_name };
  const isUndone = change.status === 'UNDONE';
  return {
    key: `change-${change.id}`,
    kind: kindOf(change),
    action: null,
    subject: change.subject,
    count: 1,
    conversation,
    by,
    at: change.at.toISOString(),
    state: isUndone ? 'UNDONE' : 'DONE',
    ...mayUndo(who, by, isUndone ? 'It was undone already.' : null, needsOfRecord(change.action)),
  };
}

function mayUndo(
  who: Who,
  by: RecentChange['by'],
  refusal: string | null,
  needs: Permission | undefined,
): Pick<RecentChange, 'can_undo' | 'no_undo_reason'> {
  const reason =
    refusal ??
    (by.id !== who.userId
      ? `Only ${by.name} can undo this.`
      : permits(who, 'inbox.reply') && (!needs || permits(who, needs))
        ? null
        : 'You may no longer do this.');
  return { can_undo: reason === null, no_undo_reason: reason };
}
