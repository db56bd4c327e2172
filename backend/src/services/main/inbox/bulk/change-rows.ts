import type { EnrolmentId } from '@skein/contracts/ids';
import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import { SkeinError } from '#platform/http/skein-error';
import { pushInside, requireTaking, undoInside, whyNotPushed } from '#campaigns/campaigns.api';
import { holdLeadsOf, holdReturnedLead } from '#lifecycle/lifecycle.api';
import { changeIn } from '../conversations/change-conversations';
import { findConversations } from '../conversations/conversation-scope.store';
import type { InBatch, InUndoBatch } from './batch.types';
import { blocksOf } from './blocks-of';
import { findChangedSince, findNewestMessages, findWrittenSince } from './changed-since.store';
import { findStates, type StateRecord } from './conversation-states.store';
import type { ConversationValues, InboxChangeRow, SettledRow } from './inbox-changes.store';
import { areEqual, backOf, mayStepBack, valuesOf } from './step-back';
import { undoCategories } from './undo-category';

type InActionBatch = Omit<InBatch, 'action'> & { action: ConversationAction };
type UndoOfValues = Omit<InUndoBatch, 'action'> & { action: ConversationAction };
type PushAction = Extract<MatchingAction, { do: 'push' }>;

/** Does a batch. A conversation that is deleted, or that the person does not see any more, is gone. */
export async function doRows(batch: InBatch, rows: readonly InboxChangeRow[]): Promise<SettledRow[]> {
  const { action } = batch;
  const seen = await seenOf(batch, rows);
  const ids = [...seen];
  const settle =
    action.do === 'push'
      ? await pushRows({ ...batch, action }, ids)
      : (await actOnRows({ ...batch, action }, ids)).settle;
  return rows.map(({ enrolment_id }) =>
    seen.has(enrolment_id) ? { enrolment_id, ...settle(enrolment_id) } : { enrolment_id, outcome: 'GONE' as const },
  );
}

type Settle = (enrolmentId: EnrolmentId) => Omit<SettledRow, 'enrolment_id'>;

/**
 * What resumes a lead holds its campaign before the lead, as everywhere; the others are locked at once, so that what
 * they were is what they are changed from.
 */
const locksFirst = (action: MatchingAction): boolean => action.do !== 'resume' && action.do !== 'push';

async function seenOf({ sql, who, action }: InBatch, rows: readonly InboxChangeRow[]): Promise<Set<number>> {
  const found = await findConversations(
    sql,
    who,
    rows.map((row) => row.enrolment_id),
    locksFirst(action),
  );
  return new Set(found.map(({ id }) => id));
}

/** Does something to conversations that the person sees: how many are different, and what became of each. */
export async function actOnRows({ deps, sql, who, action }: InActionBatch, ids: readonly number[]) {
  const before = await findStates(who.workspaceId, sql, ids);
  const blocked = await blocksOf(sql, who, action, ids);
  const seen = action.do === 'pause' ? await findNewestMessages(who.workspaceId, sql, ids) : null;
  const { changed } = await changeIn(deps, sql, who, { enrolmentIds: ids, action, isKept: true });
  const after = await findStates(who.workspaceId, sql, ids);
  const blocks = await blocksOf(sql, who, action, ids);
  const settle: Settle = (id) => {
    const [was, is] = [before.get(id), after.get(id)];
    if (!was || !is) return { outcome: 'GONE' };
    const values = {
      before: { ...valuesOf(was, action), ...blocked(id), ...seen?.get(id) },
      after: { ...valuesOf(is, action), ...blocks(id) },
    };
    return areEqual(values.before, values.after) ? { outcome: 'SAME' } : { outcome: 'CHANGED', ...values };
  };
  return { changed, settle };
}

async function pushRows(
  { deps, sql, who, action }: Omit<InBatch, 'action'> & { action: PushAction },
  ids: readonly number[],
): Promise<Settle> {
  const made = await pushInside(deps, sql, who, {
    subsequenceId: action.subsequence_id,
    parentId: await requireTaking(sql, who, action.subsequence_id),
    ids,
    options: action.delay_seconds === undefined ? {} : { delay_seconds: action.delay_seconds },
  });
  return (id) => {
    const reason = whyNotPushed(made.get(id));
    return reason === null ? { outcome: 'CHANGED' } : { outcome: 'SAME', reason };
  };
}

/** Gives conversations the values that they had, where nobody changed them since. */
export async function undoRows(batch: InUndoBatch, rows: readonly InboxChangeRow[]): Promise<SettledRow[]> {
  const { deps, sql, who, action } = batch;
  if (action.do === 'push') {
    const made = await undoInside(deps, sql, who, {
      subsequenceId: action.subsequence_id,
      enrolmentIds: rows.map((row) => row.enrolment_id),
    });
    return rows.map(({ enrolment_id }) => ({
      enrolment_id,
      outcome: made.get(enrolment_id) === null ? ('RESTORED' as const) : ('KEPT' as const),
    }));
  }
  if (action.do === 'category') return undoCategories({ ...batch, action }, rows);
  return undoValues({ ...batch, action }, rows);
}

const writtenSince = 'A message from the person came since';
const companyReplied = 'Someone at the company has replied, so the lead waits';

async function undoValues(batch: UndoOfValues, rows: readonly InboxChangeRow[]): Promise<SettledRow[]> {
  const { deps, sql, who, action, change } = batch;
  const { workspaceId } = who;
  const isPause = action.do === 'pause';
  const ids = rows.map((row) => row.enrolment_id);
  // What is resumed holds its campaign before the lead, as everywhere, and before it is looked at: who answers meanwhile has answered.
  if (isPause) await holdLeadsOf(workspaceId, sql, ids);
  const seen = new Set((await findConversations(sql, who, ids, !isPause)).map(({ id }) => id));
  const states = await findStates(workspaceId, sql, [...seen]);
  const again = await findChangedSince(workspaceId, sql, [...seen], { ...change, action });
  const written = isPause ? await findWrittenSince(workspaceId, sql, rows, change.at) : new Set<number>();
  const unchanged = rows.filter(({ enrolment_id: id, after }) => {
    const state = states.get(id);
    if (state === undefined || again.has(id) || written.has(id)) return false;
    return mayStepBack(state, action) && areEqual(after, valuesOf(state, action));
  });
  await stepBack(batch, unchanged);
  if (isPause)
    for (const row of unchanged) await holdReturnedLead(sql, row.enrolment_id, new Date(deps.campaignClock.now()));
  const now = await findStates(workspaceId, sql, [...seen]);
  const steppedBack = new Set(unchanged);
  return rows.map((row) => {
    const state = now.get(row.enrolment_id);
    return {
      enrolment_id: row.enrolment_id,
      ...(steppedBack.has(row) && state !== undefined && areEqual(row.before, valuesOf(state, action))
        ? restored(state, isPause)
        : { outcome: 'KEPT' as const, ...(written.has(row.enrolment_id) ? { reason: writtenSince } : {}) }),
    };
  });
}

const restored = (state: StateRecord, isPause: boolean) => ({
  outcome: 'RESTORED' as const,
  ...(isPause && state.hold_kind === 'COMPANY_REPLY' ? { reason: companyReplied } : {}),
});

/** Those that need the same are put back together. A colleague who is gone leaves them as they are. */
async function stepBack({ deps, sql, who, action }: InActionBatch, rows: readonly InboxChangeRow[]): Promise<void> {
  const groups = new Map<string, { ids: number[]; action: ConversationAction }>();
  for (const row of rows) {
    const back = backOf(row.before as ConversationValues, action);
    if (!back) continue;
    const key = JSON.stringify(back);
    const group = groups.get(key) ?? { ids: [], action: back };
    group.ids.push(row.enrolment_id);
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    try {
      await changeIn(deps, sql, who, { enrolmentIds: group.ids, action: group.action });
    } catch (error) {
      if (!(error instanceof SkeinError && error.code === 'VALIDATION')) throw error;
    }
  }
}
