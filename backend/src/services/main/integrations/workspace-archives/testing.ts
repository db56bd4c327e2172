import type { WorkspaceId } from '@skein/contracts/ids';
import type { BulkRunKind } from '#platform/bulk-runs/bulk-run';
import { performRun, type RunAttempt } from '#platform/bulk-runs/perform-run';
import type { MainDeps } from '#main/deps';
import type { TestMain } from '#main/testing';

const tables = { WORKSPACE_EXPORT: 'workspace_export', WORKSPACE_IMPORT: 'workspace_import' } as const;
type Kind = BulkRunKind<MainDeps>;

/** Where the archive of an export lies. */
export async function keyOf(main: TestMain, exportId: number): Promise<string> {
  const [row] = await main.test.query<{ file_key: string }>('select file_key from workspace_export where id = $1', [
    exportId,
  ]);
  return row?.file_key ?? '';
}

export interface TestRun {
  workspace_id: WorkspaceId;
  id: number;
  status: string;
  fence: number;
  place: { stage: string; table?: number; line?: number; file?: number } | null;
  total: number;
  done: number;
  error: string | null;
  runs_at: Date;
}

/** The run of an export or import. */
export async function runOf(main: TestMain, { kind }: Pick<Kind, 'kind'>, id: number): Promise<TestRun> {
  const [run] = await main.test.query<TestRun>(
    `select r.* from bulk_run r join ${tables[kind as keyof typeof tables]} t on t.run_id = r.id where t.id = $1`,
    [id],
  );
  return run as TestRun;
}

/** One attempt of a worker that takes an export or import, with other dependencies where the test wants some. */
export async function worker(
  main: TestMain,
  kind: Kind,
  id: number,
  { attempt, ...more }: Partial<MainDeps> & Pick<RunAttempt, 'attempt'> = {},
): Promise<void> {
  const { workspace_id: workspaceId, id: runId } = await runOf(main, kind, id);
  await performRun({ ...main.deps, ...more }, [kind], { workspaceId, runId }, attempt ? { attempt } : {});
}

/** A worker that dies inside a transaction, behind so many that it committed. */
export async function killedAfter(
  main: TestMain,
  kind: Kind,
  id: number,
  { commits }: { commits: number },
): Promise<void> {
  let left = commits;
  const { live } = main.deps;
  const publish: typeof live.publish = async (...given) => {
    if (left === 0) throw new Error('killed');
    left -= 1;
    return live.publish(...given);
  };
  const error = await worker(main, kind, id, { live: { ...live, publish } }).catch((thrown: Error) => thrown);
  if (error?.message !== 'killed') throw new Error(`It was not killed: ${error?.message ?? 'it ended'}`);
}
