import { useEffect, useState } from 'react';
import type {
  ArchiveManifest,
  WorkspaceExportView,
  WorkspaceImportView,
} from '@skein/contracts/main/workspace-archives.contract';
import type { RunView } from '@skein/contracts/bulk-run';
import { outdate, tags } from '@skein/mfe/api';
import { problemOf } from '@skein/mfe/problem';
import { readProblem } from '@skein/mfe/requests';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  sendArchive,
  useArchiveManifestQuery,
  useCancelWorkspaceExportMutation,
  useCancelWorkspaceImportMutation,
  useDeleteWorkspaceExportMutation,
  useLinkWorkspaceArchiveMutation,
  useResumeWorkspaceImportMutation,
  useStartWorkspaceExportMutation,
  useWorkspaceExportsQuery,
  useWorkspaceImportsQuery,
} from './export-api';

const every = 2_000;
/** What the progress card needs of an export or import: only its status has a name of its own. */
export const runOfArchive = ({ state, ...view }: WorkspaceExportView | WorkspaceImportView): RunView => ({
  ...view,
  status: state === 'DONE' ? 'COMPLETED' : state,
});

const isRunning = (rows: readonly { state: string }[]) => rows.some((row) => row.state === 'RUNNING');

/** Exports of the workspace; one that runs is looked at again every 2 s. */
export function useExports() {
  const [runs, setRuns] = useState(false);
  const { data, error, isFetching, refetch } = useWorkspaceExportsQuery(undefined, {
    pollingInterval: runs ? every : 0,
    skipPollingIfUnfocused: true,
  });
  const exports = (data?.exports ?? []) as WorkspaceExportView[];
  if (isRunning(exports) !== runs) setRuns(isRunning(exports));
  const [start, starting] = useStartWorkspaceExportMutation();
  const [cancel, cancelling] = useCancelWorkspaceExportMutation();
  const [remove] = useDeleteWorkspaceExportMutation();
  const [link, linking] = useLinkWorkspaceArchiveMutation();
  const told = async (work: Promise<unknown>, title: string) => {
    try {
      await work;
    } catch (failure) {
      showProblem(title, failure);
    }
  };
  const paramsOf = ({ id }: WorkspaceExportView) => ({ params: { workspaceExportId: id } });
  return {
    exports,
    activeCampaigns: data?.active_campaigns ?? 0,
    isLoading: isFetching && !data,
    problem: error && !data ? { message: error.message, onRetry: () => void refetch() } : null,
    isStarting: starting.isLoading,
    isLinking: linking.isLoading,
    isCancelling: cancelling.isLoading,
    start: (pauses: boolean) => start({ body: { pause_campaigns: pauses } }).unwrap(),
    cancel: (view: WorkspaceExportView) =>
      told(cancel({ ...paramsOf(view), body: {} }).unwrap(), 'The export was not stopped'),
    remove: (view: WorkspaceExportView) => remove(paramsOf(view)).unwrap(),
    /** The browser downloads by itself: an archive is too large for a page's memory. */
    download: (view: WorkspaceExportView) =>
      told(
        link({ ...paramsOf(view), body: {} })
          .unwrap()
          .then(({ url }) => {
            const anchor = document.createElement('a');
            anchor.href = url;
            anchor.download = '';
            anchor.click();
          }),
        'The download did not start',
      ),
  };
}

/** What an archive holds. */
export function useManifest(workspaceExportId: number) {
  const asked = useArchiveManifestQuery({ params: { workspaceExportId } });
  return { manifest: asked.data as ArchiveManifest | undefined, problem: readProblem(asked) };
}

/** Imports into the workspace; one that runs is looked at again every 2 s. */
export function useImports() {
  const [runs, setRuns] = useState(false);
  const dispatch = useAppDispatch();
  const { data, error, isFetching, refetch } = useWorkspaceImportsQuery(undefined, {
    pollingInterval: runs ? every : 0,
    skipPollingIfUnfocused: true,
  });
  const imports = (data?.imports ?? []) as WorkspaceImportView[];
  if (isRunning(imports) !== runs) setRuns(isRunning(imports));
  const done = imports.find((view) => view.state === 'DONE')?.id ?? null;
  const [seen, setSeen] = useState(done);
  useEffect(() => {
    if (done === seen) return;
    setSeen(done);
    // What came in is in no list that was read before.
    if (runs) dispatch(outdate(tags));
  }, [done, seen, runs, dispatch]);
  const [sending, setSending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [resume] = useResumeWorkspaceImportMutation();
  const [cancel, cancelling] = useCancelWorkspaceImportMutation();
  const paramsOf = ({ id }: WorkspaceImportView) => ({ params: { workspaceImportId: id }, body: {} });
  return {
    imports,
    refusal: data?.refusal ?? null,
    isLoading: isFetching && !data,
    loadProblem: error && !data ? { message: error.message, onRetry: () => void refetch() } : null,
    sending,
    problem,
    isCancelling: cancelling.isLoading,
    send: async (file: File) => {
      setProblem(null);
      setSending(file.name);
      try {
        await sendArchive(file);
        await refetch();
      } catch (failure) {
        setProblem(problemOf(failure).message);
      }
      setSending(null);
    },
    resume: async (view: WorkspaceImportView) => {
      try {
        await resume(paramsOf(view)).unwrap();
      } catch (failure) {
        showProblem('The import was not resumed', failure);
      }
    },
    cancel: async (view: WorkspaceImportView) => {
      try {
        await cancel(paramsOf(view)).unwrap();
        toasts.show({ title: 'Import stopped', text: 'Imported rows stay. You can resume it.' });
      } catch (failure) {
        showProblem('The import was not stopped', failure);
      }
    },
  };
}
