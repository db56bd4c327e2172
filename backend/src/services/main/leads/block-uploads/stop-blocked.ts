import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';

import { entriesOf, type BlockRow } from './block-rows';
import { addBlockEffects } from './block-batch.store';
import type { BlockUploadDetails } from './block-uploads.store';
import { stopMatching } from '#lifecycle/lifecycle.api';

/** Leads that are stopped in one transaction. A domain may have a hundred thousand: their locks are not held together. */
const stopLeads = 2_000;

type StopDeps = Pick<MainDeps, 'live' | 'campaignClock'>;

/** Rows whose entries are on the list, and how each transaction of stopping their leads is committed. */
interface BlockedRows {
  rows: readonly BlockRow[];
  commit: (work: (sql: SqlClient) => Promise<void>) => Promise<void>;
}

/** Stops the leads that the rows match, in bounded transactions, and notes behind which row that is. */
export async function stopBlocked(
  deps: StopDeps,
  upload: BlockUploadDetails,
  { rows, commit }: BlockedRows,
): Promise<void> {
  const entries = [...entriesOf(rows).values()].map(({ entry }) => entry);
  const appliedTo = rows.at(-1)?.rowNumber ?? 0;
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    await commit(async (sql) => {
      const stopped = await stopMatching(upload.workspace_id, sql, {
        entries,
        clientScope: upload.client_scope,
        after: from,
        limit: stopLeads,
        at: new Date(deps.campaignClock.now()),
      });
      await addBlockEffects(upload.workspace_id, sql, upload.id, {
        leads: stopped.leads,
        emails: stopped.emails,
        appliedTo: stopped.next === null ? appliedTo : null,
      });
      if (stopped.leads > 0)
        await deps.live.publish(sql, upload.workspace_id, [
          'leads',
          'campaigns',
          ...stopped.campaignIds.slice(0, 50).map((id) => `campaign:${id}` as const),
        ]);
      after = stopped.next;
    });
  }
}
