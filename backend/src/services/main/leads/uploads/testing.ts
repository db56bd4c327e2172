import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { Readable } from 'node:stream';
import { uploadsContract, type ColumnTarget, type UploadView } from '@skein/contracts/main/uploads.contract';
import { whoIs } from '#campaigns/setup/testing';
import { performRun } from '#platform/bulk-runs/perform-run';
import type { MainDeps } from '#main/deps';
import type { SignedIn, TestMain } from '#main/testing';
import { createUpload } from './create-upload';
import { leadUploadRun } from './lead-upload.run';

/** What a worker does that takes the run of an upload, in tests. */
export async function importNow(
  main: TestMain,
  uploadId: number,
  { attempt = 1, ...more }: Partial<MainDeps> & { attempt?: number } = {},
): Promise<void> {
  const [row] = await main.test.query<{ workspace_id: WorkspaceId; run_id: number }>(
    'select workspace_id, run_id from lead_upload where id = $1',
    [uploadId],
  );
  const run = { workspaceId: row?.workspace_id as number, runId: row?.run_id as number };
  await performRun({ ...main.deps, ...more }, [leadUploadRun], run, { attempt });
}

const email: ColumnTarget = { kind: 'field', field: 'email' };

/** What tests of uploads do in their workspace, which is there once they run. */
export function uploadsIn(where: () => { main: TestMain; me: SignedIn }) {
  return {
    uploads: (person = where().me) => where().main.asClient(uploadsContract, person),
    upload: (content: Buffer | string, person = where().me, campaignId?: CampaignId): Promise<UploadView> =>
      createUpload(where().main.deps, whoIs(person), {
        fileName: 'leads.csv',
        campaignId,
        content: Readable.from([Buffer.from(content as string)]),
      }),
    run: (id: number) => importNow(where().main, id),
    sum: (view: UploadView) => view.counts.reduce((total, count) => total + count.count, 0),
    email,
    countsOf: (view: UploadView) =>
      Object.fromEntries(view.counts.filter((count) => count.count > 0).map((count) => [count.outcome, count.count])),
  };
}
