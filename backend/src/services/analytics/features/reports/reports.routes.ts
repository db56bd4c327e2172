import type { WorkspaceId } from '@skein/contracts/ids';
import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { routes } from '#platform/http/routes';
import type { PageLook } from '#platform/http/small-page';
import type { AnalyticsDeps } from '../../deps';
import { previewReport } from './make-pdf';
import { changeReport, createReport, deleteReport, listReports, readReport, scheduleReport } from './reports';
import { retryDelivery } from './retry-delivery';
import { readStopToken, stopReport } from './stop-link';
import { askToStop, noSuchLink, stoppedPage } from './stop-page';

/** The look of a page for somebody without a login. Stopping a report never fails for it. */
const lookOf = (deps: AnalyticsDeps, workspaceId: WorkspaceId): Promise<PageLook | null> =>
  deps.reports.lookOf(workspaceId).catch((error: unknown) => {
    deps.log.error({ error }, 'the look of a report page could not be read');
    return null;
  });

export const reportsRoutes = (deps: AnalyticsDeps) =>
  routes(reportsContract)(deps, {
    listReports: (d, { actor }) => listReports(d, actor),
    createReport: (d, { actor, body }) => createReport(d, actor, body),
    readReport: (d, { actor, params }) => readReport(d, actor, params.reportId),
    changeReport: (d, { actor, params, body }) => changeReport(d, actor, params.reportId, body),
    deleteReport: (d, { actor, params }) => deleteReport(d, actor, params.reportId),
    scheduleReport: (d, { actor, params, body }) => scheduleReport(d, actor, params.reportId, body),
    previewReport: (d, { actor, params }) => previewReport(d, actor, params.reportId),
    retryDelivery: (d, { actor, params }) => retryDelivery(d, actor, params.reportId, params.reportDeliveryId),
    stopPage: async (d, { params }) => {
      const known = readStopToken(d, params.token);
      return known ? askToStop(await lookOf(d, known.workspaceId)) : noSuchLink();
    },
    stopReport: async (d, { params }) => {
      const stopped = await stopReport(d, params.token);
      return stopped ? stoppedPage(stopped, await lookOf(d, stopped.workspaceId)) : noSuchLink();
    },
  });
