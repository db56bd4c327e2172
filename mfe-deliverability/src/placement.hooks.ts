import { useState } from 'react';
import type { PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { smartDeliveryChoiceChanged, type SmartDeliveryState } from '@skein/mfe/slices/smart-delivery';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';

export { useTimeQuery } from '@skein/mfe/system-api';
import { useKeepLastTest } from './last-test.hooks';
import {
  usePlacementAddFolderMutation,
  usePlacementChangeTestMutation,
  usePlacementTestSettingsQuery,
  usePlacementCheckAgainMutation,
  usePlacementChoicesQuery,
  usePlacementDeleteFolderMutation,
  usePlacementDeleteTestMutation,
  usePlacementFoldersQuery,
  usePlacementInsightRunsQuery,
  usePlacementInsightsQuery,
  usePlacementMessageQuery,
  usePlacementLookNowMutation,
  usePlacementCloseRunMutation,
  usePlacementComparisonQuery,
  usePlacementSharesQuery,
  usePlacementAddShareMutation,
  usePlacementRevokeShareMutation,
  usePlacementPublishRecordMutation,
  usePlacementReportQuery,
  usePlacementPauseMutation,
  usePlacementResumeMutation,
  usePlacementRunAgainMutation,
  usePlacementStopMutation,
  usePlacementTestsQuery,
} from './api';

/** Where the pages of this area begin, without `/app`. */
export const base = '/email-deliverability/smart-inbox';
/** How often a test that runs is read again, and one that does not, in real milliseconds. */
export const [busyMilliseconds, quietMilliseconds] = [4_000, 30_000];

/** Whether the person may create, run and delete tests; others read them. */
export const useMayTest = (): boolean => useAccess().may('deliverability.write');

export const stateOf = ({
  error,
  refetch,
}: {
  error?: { message?: string; code?: string } | undefined;
  refetch: () => unknown;
}) => ({
  isUnknown: error?.code === 'NOT_FOUND',
  problem: error ? { message: error.message ?? 'The server did not answer.', onRetry: () => void refetch() } : null,
});

export function useTests(query: {
  type?: 'manual' | 'auto';
  folder_id?: number;
  search?: string;
  status?: PlacementTestRow['status'];
  offset: number;
  limit: number;
}) {
  const [isBusy, setBusy] = useState(false);
  const asked = usePlacementTestsQuery(
    { query },
    { pollingInterval: isBusy ? busyMilliseconds : quietMilliseconds, skipPollingIfUnfocused: true },
  );
  const isRunning = asked.data?.rows.some(({ status, runs }) => status === 'RUNNING' && runs > 0) ?? false;
  if (isRunning !== isBusy) setBusy(isRunning);
  return {
    rows: asked.data?.rows ?? [],
    total: asked.data?.total ?? 0,
    isLoading: asked.isFetching && !asked.currentData,
    ...stateOf(asked),
  };
}

/** The list that was looked at last. */
export const useLists = (): string =>
  `/app${base}/${useAppSelector((state) => state.smartdelivery.lastTestType)}/all-tests`;

/** The period of mailbox insights, as it was chosen last. */
export function useInsightsPeriod() {
  const dispatch = useAppDispatch();
  return {
    period: useAppSelector((state) => state.smartdelivery.insightsPeriod),
    setPeriod: (insightsPeriod: SmartDeliveryState['insightsPeriod']) =>
      void dispatch(smartDeliveryChoiceChanged({ insightsPeriod })),
  };
}

/** Seeds that a new test leaves out: those of the test before, with a way to change it. */
export function useLeftSeeds() {
  const dispatch = useAppDispatch();
  return {
    left: useAppSelector((state) => state.smartdelivery.leftSeeds),
    setLeft: (leftSeeds: string[]) => void dispatch(smartDeliveryChoiceChanged({ leftSeeds })),
  };
}

/** Automatic tests that run on, where the plan limits them. */
export function useMonitors(): { used: number; limit: number } | null {
  const monitors = usePlacementChoicesQuery({}).data?.monitors;
  return monitors && monitors.limit !== null ? { used: monitors.used, limit: monitors.limit } : null;
}

/** Whether the installation has no seed that a test could write to; false until the server has said so. */
export const useHasNoSeeds = (): boolean => usePlacementChoicesQuery({}).data?.seeds.length === 0;

/** What a test is made of, as it is now: null until it was read anew. */
export function useTestSettings(placementTestId: number) {
  const asked = usePlacementTestSettingsQuery({ params: { placementTestId } }, { refetchOnMountOrArgChange: true });
  return { fresh: asked.isFetching ? null : (asked.data ?? null), ...stateOf(asked) };
}

/** Changes name, folder, schedule or rules of a test. @param onDone when it is kept */
export function useChangeTest(placementTestId: number, onDone: () => void) {
  const [change, { isLoading }] = usePlacementChangeTestMutation();
  return {
    isChanging: isLoading,
    change: (body: Parameters<typeof change>[0]['body']) =>
      void change({ params: { placementTestId }, body })
        .unwrap()
        .then(onDone, (problem: unknown) => showProblem('The test was not changed', problem)),
  };
}

/** What changes a test as a whole. */
export function useTestActions() {
  const [stop] = usePlacementStopMutation();
  const [pause] = usePlacementPauseMutation();
  const [resume] = usePlacementResumeMutation();
  const [runAgain, running] = usePlacementRunAgainMutation();
  const [remove] = usePlacementDeleteTestMutation();
  const on = (placementTestId: number) => ({ params: { placementTestId } });
  return {
    isStarting: running.isLoading,
    stop: (id: number) =>
      void stop(on(id))
        .unwrap()
        .catch((problem: unknown) => showProblem('The test was not stopped', problem)),
    pause: (id: number) =>
      void pause(on(id))
        .unwrap()
        .catch((problem: unknown) => showProblem('The test was not paused', problem)),
    resume: (id: number) =>
      void resume(on(id))
        .unwrap()
        .catch((problem: unknown) => showProblem('The test was not resumed', problem)),
    runAgain: (id: number) =>
      void runAgain(on(id))
        .unwrap()
        .catch((problem: unknown) => showProblem('The test was not started', problem)),
    remove: (id: number) => remove(on(id)).unwrap(),
  };
}

/** Folders: a page of them, or all of them where they are chosen from. */
export function useFolders(isWanted = true, query: { search?: string; offset?: number; limit?: number } = {}) {
  const asked = usePlacementFoldersQuery({ query }, { skip: !isWanted });
  const [add, adding] = usePlacementAddFolderMutation();
  const [remove] = usePlacementDeleteFolderMutation();
  return {
    rows: asked.data?.rows ?? [],
    total: asked.data?.total ?? 0,
    isLoading: !asked.data && !asked.error,
    ...stateOf(asked),
    isAdding: adding.isLoading,
    add: (name: string) =>
      add({ body: { name } })
        .unwrap()
        .then(
          () => true,
          (problem: unknown) => {
            showProblem('The folder was not added', problem);
            return false;
          },
        ),
    remove: (placementFolderId: number) =>
      remove({ params: { placementFolderId } })
        .unwrap()
        .then(
          () => undefined,
          (problem: unknown) => showProblem('The folder was not deleted', problem),
        ),
  };
}

export function useInsights(query: { days?: number; search?: string; offset: number; limit: number }) {
  const asked = usePlacementInsightsQuery({ query });
  return {
    rows: asked.data?.rows ?? [],
    total: asked.data?.total ?? 0,
    isLoading: asked.isFetching && !asked.currentData,
    ...stateOf(asked),
  };
}

/** Runs that one mailbox took part in. */
export function useInsightRuns(mailboxId: number, query: { days?: number; offset: number; limit: number }) {
  const asked = usePlacementInsightRunsQuery({ params: { mailboxId }, query });
  return {
    rows: asked.currentData?.rows ?? [],
    total: asked.data?.total ?? 0,
    isLoading: !asked.currentData && !asked.error,
    ...stateOf(asked),
  };
}

export function useReport(placementTestId: number, run?: number) {
  const [isBusy, setBusy] = useState(true);
  const asked = usePlacementReportQuery(
    { params: { placementTestId }, query: { mails: 'none', ...(run !== undefined && { run }) } },
    { pollingInterval: isBusy ? busyMilliseconds : quietMilliseconds, skipPollingIfUnfocused: true },
  );
  // A run of which every email is found is checked right after: until then it is read as often.
  const isRunning =
    asked.data !== undefined &&
    ((asked.data.status === 'RUNNING' && asked.data.runs > 0) ||
      (asked.data.checked_at === null &&
        asked.data.emails_deleted_at === null &&
        asked.data.summary.checks.spf.of > 0));
  if (asked.data && isRunning !== isBusy) setBusy(isRunning);
  useKeepLastTest(placementTestId, asked.currentData !== undefined);
  const actions = useTestActions();
  const navigate = useNavigate();
  return {
    report: asked.currentData ?? asked.data ?? null,
    ...stateOf(asked),
    isStarting: actions.isStarting,
    stop: () => actions.stop(placementTestId),
    pause: () => actions.pause(placementTestId),
    resume: () => actions.resume(placementTestId),
    runAgain: () => actions.runAgain(placementTestId),
    remove: async (type: string) => {
      await actions.remove(placementTestId);
      void navigate(`${base}/${type}/all-tests`);
    },
  };
}

/** Checks of the latest run, made again; in the sandbox a record can be published from here. */
export function useRecheck(placementTestId: number) {
  const [check, checking] = usePlacementCheckAgainMutation();
  const [publish, publishing] = usePlacementPublishRecordMutation();
  const params = { placementTestId };
  return {
    isChecking: checking.isLoading,
    isPublishing: publishing.isLoading,
    check: () =>
      void check({ params })
        .unwrap()
        .catch((problem: unknown) => showProblem('The checks did not run', problem)),
    publish: (step: string) =>
      void publish({ params, body: { step } })
        .unwrap()
        .catch((problem: unknown) => showProblem('The record was not published', problem)),
  };
}

/** A run that a person sends with another tool. */
export function useSelfSending(placementTestId: number) {
  const [look, looking] = usePlacementLookNowMutation();
  const [close, closing] = usePlacementCloseRunMutation();
  const params = { placementTestId };
  return {
    isLooking: looking.isLoading,
    isClosing: closing.isLoading,
    look: () =>
      void look({ params })
        .unwrap()
        .catch((problem: unknown) => showProblem('The seeds were not read', problem)),
    close: () =>
      void close({ params })
        .unwrap()
        .catch((problem: unknown) => showProblem('The run was not closed', problem)),
  };
}

export function useComparison(placementTestId: number, run: number, other: number) {
  const asked = usePlacementComparisonQuery({ params: { placementTestId }, query: { run, with: other } });
  return { comparison: asked.currentData ?? null, ...stateOf(asked) };
}

/** Links by which clients see the report. */
export function useShares(placementTestId: number) {
  const asked = usePlacementSharesQuery({ params: { placementTestId } });
  const [add, adding] = usePlacementAddShareMutation();
  const [revoke] = usePlacementRevokeShareMutation();
  const params = { placementTestId };
  return {
    rows: asked.data?.rows ?? [],
    clients: asked.data?.clients ?? [],
    isLoading: !asked.data && !asked.error,
    ...stateOf(asked),
    isCreating: adding.isLoading,
    create: (clientId: number | null, days: number) =>
      void add({ params, body: { client_id: clientId, days } })
        .unwrap()
        .catch((problem: unknown) => showProblem('The link was not created', problem)),
    revoke: (placementShareId: number) =>
      void revoke({ params: { ...params, placementShareId } })
        .unwrap()
        .catch((problem: unknown) => showProblem('The link was not revoked', problem)),
  };
}

export function useMessage(placementTestId: number, placementMailId: number) {
  const asked = usePlacementMessageQuery({ params: { placementTestId, placementMailId } });
  return { message: asked.data ?? null, ...stateOf(asked) };
}
