import type { AnalyticsDeps } from '../../deps';
import { insertDeliveries, takeDue, writeNextTime } from './deliveries.store';
import { nowOf } from './reports';
import { nextTime, weekBefore } from './schedule';
import { sendReport } from './report.jobs';

type Deps = Pick<AnalyticsDeps, 'db' | 'jobs' | 'realClock' | 'campaignClock'>;
/** Reports taken in one transaction. */
const most = 100;

/**
 * Writes the emails of every report whose time has come: the rows, their jobs and the next time in one transaction, so that a week is
 * neither lost nor written twice. Weeks that passed while nothing ran are not made up for: the newest is sent.
 */
export async function planReports(deps: Deps): Promise<void> {
  for (;;) {
    const now = nowOf(deps);
    const count = await deps.db.systemSql(async (sql) => {
      const due = await takeDue(sql, new Date(now), most);
      for (const { workspace_id: workspaceId, id, ...time } of due) {
        const week = weekBefore(now, time.time_zone);
        for (const deliveryId of await insertDeliveries(workspaceId, sql, {
          reportId: id,
          week,
          at: new Date(deps.realClock.now()),
        }))
          await deps.jobs.enqueue(sql, sendReport, { workspaceId, deliveryId });
        await writeNextTime(workspaceId, sql, id, nextTime(time, now));
      }
      return due.length;
    });
    if (count < most) return;
  }
}
