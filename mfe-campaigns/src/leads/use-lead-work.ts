import { wireRequest } from '@skein/contracts/client';
import {
  leadActionsContract,
  type CampaignLeadSelection,
  type LeadAction,
  type LeadActionView,
  type LeadSelection,
} from '@skein/contracts/main/lead-actions.contract';
import type { LeadFilter } from '@skein/contracts/main/leads.contract';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { attempt } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { pageTransport } from '@skein/mfe/transport';
import type { DataTableSelection } from '@skein/ui/data-table';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { useLeadActionCancelMutation, useLeadActionsQuery, useLeadActMutation } from './api';

/** What is selected in a table, for the server: names, or the filter without some. */
export function selectionOf(selection: DataTableSelection, filter: Partial<LeadFilter>): LeadSelection {
  return selection.mode === 'some'
    ? { lead_ids: selection.ids.map(Number) }
    : { filter, excluded_ids: selection.excluded.map(Number) };
}

/** What happens to the leads, and what has happened. */
export const actionWords: Record<LeadActionView['kind'], { doing: string; done: string }> = {
  EXPORT: { doing: 'Exporting', done: 'exported' },
  ADD_TO_LIST: { doing: 'Adding to the list', done: 'added to the list' },
  REMOVE_FROM_LIST: { doing: 'Removing from the list', done: 'removed from the list' },
  TAG: { doing: 'Tagging', done: 'tagged' },
  PUSH_TO_CAMPAIGN: { doing: 'Adding to the campaign', done: 'added to the campaign' },
  UNSUBSCRIBE: { doing: 'Unsubscribing', done: 'unsubscribed' },
  DELETE: { doing: 'Deleting', done: 'deleted' },
  ERASE: { doing: 'Erasing', done: 'erased' },
};

/** Starts work on many leads; what waits can be undone from the toast for as long as it waits. Failures are sentences for a dialog. */
export function useLeadWork() {
  const [act] = useLeadActMutation();
  const [cancel] = useLeadActionCancelMutation();
  return async (selection: LeadSelection | CampaignLeadSelection, action: LeadAction): Promise<LeadActionView> => {
    try {
      const started = await act({ body: { selection, action } }).unwrap();
      const title = `${actionWords[started.kind].doing}: ${counted(started.total, 'lead')}`;
      const undo = async () => {
        try {
          await cancel({ params: { actionId: started.id }, body: {} }).unwrap();
          toasts.show({ title: 'Cancelled. Nothing was changed' });
        } catch (error) {
          showProblem('The job could not be cancelled', error);
        }
      };
      toasts.show({
        key: `lead-action-${started.id}`,
        title,
        tone: 'info',
        ...(started.can_undo_until ? { undo: { run: undo, seconds: 10 } } : {}),
      });
      return started;
    } catch (error) {
      throw new Error(problemOf(error).message);
    }
  };
}

/** The newest works on many leads; while one is followed they are read again every 1.5 seconds. */
export function useLatestWork(isFollowed: boolean): readonly LeadActionView[] {
  const { data } = useLeadActionsQuery(
    { query: { limit: 5 } },
    { pollingInterval: isFollowed ? 1500 : 0, skip: !useAccess().may('lead.read') },
  );
  return data?.rows ?? [];
}

/** Stops a work that waits or runs. A refusal is shown. */
export function useStopWork(actionId: number) {
  const [cancel, { isLoading: isStopping }] = useLeadActionCancelMutation();
  return {
    isStopping,
    stop: () => attempt(cancel({ params: { actionId }, body: {} }).unwrap(), 'The job was not stopped'),
  };
}

/** Saves the file of an export. */
export async function downloadExport(action: LeadActionView): Promise<void> {
  const answer = await pageTransport(
    wireRequest('main', leadActionsContract.endpoints.downloadLeadExport, { params: { actionId: action.id } }),
  );
  const address = URL.createObjectURL(
    answer instanceof Blob ? answer : new Blob([String(answer)], { type: 'text/csv' }),
  );
  const link = Object.assign(document.createElement('a'), { href: address, download: action.file_name ?? 'leads.csv' });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
