import { useNavigate } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { showProblem } from '@skein/mfe/toasts';

export { useTimeQuery } from '@skein/mfe/system-api';
import {
  usePlacementAddFolderMutation,
  usePlacementAddTestMutation,
  usePlacementCheckAgainMutation,
  usePlacementChoicesQuery,
  usePlacementDeleteFolderMutation,
  usePlacementDeleteTestMutation,
  usePlacementFoldersQuery,
  usePlacementInsightsQuery,
  usePlacementMessageQuery,
  usePlacementPublishRecordMutation,
  usePlacementReportQuery,
  usePlacementRunAgainMutation,
  usePlacementStopMutation,
  usePlacementTestsQuery,
} from './api';

/** Where the pages of this area begin, without `/app`. */
export const base = '/email-deliverability/smart-inbox';
/** A test that runs is read again this often, in real milliseconds. */
const pollMilliseconds = 4_000;

/** Whether the person may create, run and delete tests; others read them. */
export const useMayTest = (): boolean => useAccess().may('deliverability.write');

const stateOf = ({ error, refetch }: { error?: { message?: string } | undefined; refetch: () => unknown }) => ({
  problem: error ? { message: error.message ?? 'The server did not answer.', onRetry: () => void refetch() } : null,
});

export function useTests(query: { type?: 'manual' | 'auto'; folder_id?: number }) {
  const asked = usePlacementTestsQuery({ query }, { pollingInterval: pollMilliseconds });
  return { rows: asked.data?.rows ?? [], isLoading: !asked.data && !asked.error, ...stateOf(asked) };
}

export function useFolders() {
  const asked = usePlacementFoldersQuery({});
  const [add, adding] = usePlacementAddFolderMutation();
  const [remove] = usePlacementDeleteFolderMutation();
  return {
    rows: asked.data?.rows ?? [],
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

export function useInsights() {
  const asked = usePlacementInsightsQuery({});
  return { rows: asked.data?.rows ?? [], isLoading: !asked.data && !asked.error, ...stateOf(asked) };
}

export function useReport(placementTestId: number, run?: number) {
  const asked = usePlacementReportQuery(
    { params: { placementTestId }, query: run === undefined ? {} : { run } },
    { pollingInterval: pollMilliseconds },
  );
  const [stop] = usePlacementStopMutation();
  const [runAgain, running] = usePlacementRunAgainMutation();
  const [remove] = usePlacementDeleteTestMutation();
  const navigate = useNavigate();
  const params = { placementTestId };
  return {
    report: asked.data ?? null,
    ...stateOf(asked),
    isStarting: running.isLoading,
    stop: () =>
      void stop({ params })
        .unwrap()
        .catch((problem: unknown) => showProblem('The test was not stopped', problem)),
    runAgain: () =>
      void runAgain({ params })
        .unwrap()
        .catch((problem: unknown) => showProblem('The test was not started', problem)),
    remove: async (type: string) => {
      await remove({ params }).unwrap();
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
        .catch((problem: unknown) => showProblem('The checks were not made', problem)),
    publish: (step: string) =>
      void publish({ params, body: { step } })
        .unwrap()
        .catch((problem: unknown) => showProblem('The record was not published', problem)),
  };
}

export function useMessage(placementTestId: number, placementMailId: number) {
  const asked = usePlacementMessageQuery({ params: { placementTestId, placementMailId } });
  return { message: asked.data ?? null, ...stateOf(asked) };
}

export function useNewTest() {
  const asked = usePlacementChoicesQuery({});
  const [add, adding] = usePlacementAddTestMutation();
  const navigate = useNavigate();
  return {
    choices: asked.data ?? null,
    ...stateOf(asked),
    isSaving: adding.isLoading,
    save: (body: Parameters<typeof add>[0]['body']) =>
      void add({ body })
        .unwrap()
        .then(
          ({ id }) => void navigate(`${base}/${id}/${body.type}/deliverability-results/providers-view`),
          (problem: unknown) => showProblem('The test was not created', problem),
        ),
  };
}
