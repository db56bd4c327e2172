import type { ReportDetail } from '@skein/contracts/analytics/reports.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { AnalyticsDeps } from '../../deps';
import { findDelivery, moveDelivery } from './deliveries.store';
import { detailOf, requireReport } from './reports';
import { sendReport } from './report.jobs';

/** Sends again what failed, or what may or may not have left: a person decides. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
export const retryDelivery = (
  deps: Pick<AnalyticsDeps, 'db' | 'jobs'>,
  who: RequestActor,
  reportId: number,
  deliveryId: number,
): Promise<ReportDetail> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireReport(who, sql, reportId);
    const delivery = await findDelivery(who.workspaceId, sql, deliveryId);
    if (delivery?.report_id !== reportId) throw notFound('This email');
    if (!(await moveDelivery(who.workspaceId, sql, { id: deliveryId, from: ['FAILED', 'UNCERTAIN'], to: 'WAITING' })))
      throw new SkeinError('ILLEGAL_TRANSITION', 'Only emails that failed or are uncertain are sent again.');
    await deps.jobs.enqueue(sql, sendReport, { workspaceId: who.workspaceId, deliveryId });
    return detailOf(who, sql, reportId);
  });
