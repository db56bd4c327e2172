import { useCallback } from 'react';
import type { BulkAnswer, CampaignLeadRow, LeadSelection } from '@skein/contracts/main/campaign-leads.contract';
import { problemOf } from '@skein/mfe/problem';
import { useAppDispatch } from '@skein/mfe/store';
import type { DataTableSelection } from '@skein/ui/data-table';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { useSubsequencePushLeadsMutation } from '../../subsequence/api';
import {
  overviewApi,
  useOverviewCategoriseLeadsMutation,
  useOverviewMoveLeadsMutation,
  useOverviewPauseLeadsMutation,
  useOverviewRemoveLeadsMutation,
  useOverviewResumeLeadsMutation,
  useOverviewUnsubscribeLeadsMutation,
} from '../api';
import type { LeadFilterQuery } from './lead-address';

/** The bulk endpoints take this many rows by name. */
const mostByName = 10_000;

/** The rows of a selection: by name, or everything the filter matches; names are gathered when some of "all" were taken out. */
export function useLeadSelection(campaignId: number, filter: LeadFilterQuery) {
  const dispatch = useAppDispatch();
  return useCallback(
    async (selection: DataTableSelection): Promise<LeadSelection> => {
      if (selection.mode === 'some') return { enrolment_ids: selection.ids.map(Number) };
      if (selection.excluded.length === 0) return { filter: { tab: 'all', ...filter } };
      const excluded = new Set(selection.excluded.map(Number));
      const found: number[] = [];
      for (let cursor: string | null = null, first = true; first || cursor; first = false) {
        const page: { rows: CampaignLeadRow[]; next_cursor: string | null } = await dispatch(
          overviewApi.endpoints.overviewLeads.initiate(
            { params: { campaignId }, query: { ...filter, limit: 200, ...(cursor ? { cursor } : {}) } },
            { subscribe: false, forceRefetch: true },
          ),
        ).unwrap();
        found.push(...page.rows.map((row) => row.enrolment_id).filter((id) => !excluded.has(id)));
        if (found.length > mostByName)
          throw new Error(
            `More than ${mostByName.toLocaleString('en-US')} leads with some left out: narrow the filter instead.`,
          );
        cursor = page.next_cursor;
      }
      return { enrolment_ids: found };
    },
    [dispatch, campaignId, filter],
  );
}

/** What came of a change, as one toast: how many, what was left and why, what was undone. */
function tell(answer: BulkAnswer, done: string, undo?: () => Promise<void>): void {
  const left = answer.reasons.map((reason) => `${counted(reason.count, 'lead')}: ${reason.reason}`).join(' ');
  const taken = answer.cancelled_emails > 0 ? `${counted(answer.cancelled_emails, 'reserved email')} cancelled.` : '';
  toasts.show({
    title: `${counted(answer.changed, 'lead')} ${done}`,
    ...(left || taken ? { text: [taken, left].filter(Boolean).join(' ') } : {}),
    ...(answer.changed === 0 ? { tone: 'warning' as const } : {}),
    ...(undo && answer.changed > 0 ? { undo: { run: undo } } : {}),
  });
}

/**
 * Changes of leads of a campaign; each rejects with what went wrong. Pause and resume can be undone for ten seconds where every named row
 * changed: else taking it back would also change those that were paused, or going on, before.
 */
export function useLeadActions(campaignId: number) {
  const [pauseLeads] = useOverviewPauseLeadsMutation();
  const [resumeLeads] = useOverviewResumeLeadsMutation();
  const [unsubscribeLeads] = useOverviewUnsubscribeLeadsMutation();
  const [removeLeads] = useOverviewRemoveLeadsMutation();
  const [categoriseLeads] = useOverviewCategoriseLeadsMutation();
  const [moveLeads] = useOverviewMoveLeadsMutation();
  const [pushLeads] = useSubsequencePushLeadsMutation();
  const params = { campaignId };
  const isAll = (selection: LeadSelection, { changed }: BulkAnswer) =>
    'enrolment_ids' in selection && selection.enrolment_ids.length === changed;
  /** For dialogs, which show the sentence themselves. */
  const orSentence = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      throw new Error(problemOf(error).message);
    }
  };
  return {
    pause: async (selection: LeadSelection) => {
      const answer = await pauseLeads({ params, body: { selection } }).unwrap();
      tell(
        answer,
        'paused',
        isAll(selection, answer)
          ? async () => {
              await resumeLeads({ params, body: { selection } }).unwrap();
            }
          : undefined,
      );
    },
    resume: (selection: LeadSelection, delayDays: number) =>
      orSentence(async () => {
        const answer = await resumeLeads({ params, body: { selection, delay_days: delayDays } }).unwrap();
        tell(
          answer,
          delayDays === 0 ? 'resumed' : `resumed in ${counted(delayDays, 'day')}`,
          isAll(selection, answer)
            ? async () => {
                await pauseLeads({ params, body: { selection } }).unwrap();
              }
            : undefined,
        );
      }),
    categorise: async (selection: LeadSelection, categoryId: number | null, name: string) => {
      tell(
        await categoriseLeads({ params, body: { selection, category_id: categoryId } }).unwrap(),
        categoryId === null ? 'without a category now' : `now ${name}`,
      );
    },
    move: async (selection: LeadSelection, mailbox: { id: number; email: string }) => {
      tell(
        await moveLeads({ params, body: { selection, mailbox_id: mailbox.id } }).unwrap(),
        `moved to ${mailbox.email}`,
      );
    },
    push: (
      selection: LeadSelection,
      target: { id: number; name: string },
      options: { delay_seconds: number; stop_on_parent_reply: boolean },
    ) =>
      orSentence(async () => {
        tell(
          await pushLeads({ params: { subsequenceId: target.id }, body: { selection, ...options } }).unwrap(),
          `moved to ${target.name}`,
        );
      }),
    unsubscribe: (selection: LeadSelection, everywhere: boolean) =>
      orSentence(async () => {
        tell(await unsubscribeLeads({ params, body: { selection, everywhere } }).unwrap(), 'unsubscribed');
      }),
    remove: (selection: LeadSelection) =>
      orSentence(async () => {
        tell(await removeLeads({ params, body: { selection } }).unwrap(), 'removed from the campaign');
      }),
  };
}
