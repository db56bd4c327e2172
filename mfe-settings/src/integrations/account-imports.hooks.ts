import { useState } from 'react';
import type { AccountImportView, ImportSource } from '@skein/contracts/main/account-imports.contract';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  useAccountImportsQuery,
  useCancelAccountImportMutation,
  useLinkImportedMailboxesMutation,
  usePreviewAccountImportMutation,
  useResumeAccountImportMutation,
  useStartAccountImportMutation,
} from '../integrations-api';

/** Imports of the workspace; one that runs is looked at again every 3 s. */
export function useAccountImports() {
  const [isRunning, setRunning] = useState(false);
  const { data, error, isFetching, refetch } = useAccountImportsQuery(undefined, {
    pollingInterval: isRunning ? 3_000 : 0,
    skipPollingIfUnfocused: true,
  });
  const runs = (data?.imports ?? []).some((one) => one.state === 'RUNNING');
  if (runs !== isRunning) setRunning(runs);
  const [cancel] = useCancelAccountImportMutation();
  const [link] = useLinkImportedMailboxesMutation();
  const paramsOf = (view: AccountImportView) => ({ params: { accountImportId: view.id }, body: {} });
  return {
    imports: (data?.imports ?? []) as AccountImportView[],
    sandboxKeys: data?.sandbox_keys ?? null,
    isLoading: isFetching && !data,
    problem: error && !data ? { message: error.message, onRetry: () => void refetch() } : null,
    cancel: async (view: AccountImportView) => {
      try {
        await cancel(paramsOf(view)).unwrap();
        toasts.show({ title: 'Import cancelled', text: 'What was imported stays.' });
      } catch (failure) {
        showProblem('Not cancelled', failure);
      }
    },
    link: async (view: AccountImportView) => {
      try {
        await link(paramsOf(view)).unwrap();
        toasts.show({ title: 'Mailboxes added to their campaigns' });
      } catch (failure) {
        showProblem('Mailboxes were not added', failure);
      }
    },
  };
}

export interface FoundCampaign {
  id: string;
  name: string;
  status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ENDED';
  is_imported: boolean;
}

/** The two steps of an import: the key is tried, then campaigns are chosen. With `resumed` only the key is asked for again. */
export function useNewImport(resumed: AccountImportView | null, onStarted: () => void) {
  const [preview, previewing] = usePreviewAccountImportMutation();
  const [start, starting] = useStartAccountImportMutation();
  const [resume, resuming] = useResumeAccountImportMutation();
  const [found, setFound] = useState<FoundCampaign[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const { details, message } = problemOf(error);
      setProblem(details[0] ? `API key ${details[0].message}` : message);
    }
  };
  return {
    found,
    problem,
    isBusy: previewing.isLoading || starting.isLoading || resuming.isLoading,
    check: (source: ImportSource, key: string) =>
      attempt(async () => {
        if (resumed) {
          await resume({ params: { accountImportId: resumed.id }, body: { key } }).unwrap();
          onStarted();
        } else setFound((await preview({ body: { source, key } }).unwrap()).campaigns as FoundCampaign[]);
      }),
    begin: (given: {
      source: ImportSource;
      key: string;
      campaign_ids: string[];
      pause_source: boolean;
      block_list: boolean;
    }) =>
      attempt(async () => {
        await start({ body: given }).unwrap();
        onStarted();
      }),
  };
}
