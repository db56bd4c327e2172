import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { routes } from '#platform/http/routes';
import type { AnalyticsDeps } from '../../deps';
import { previewReport } from './make-pdf';
import { changeReport, createReport, deleteReport, listReports, readReport, scheduleReport } from './manage-reports';
import { retryDelivery } from './retry-delivery';
import { readStopToken, stopReport } from './stop-link';
import { askToStop, noSuchLink, stoppedPage } from './stop-page';

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
      return known ? askToStop(await d.reports.lookOf(known.workspaceId)) : noSuchLink();
    },
    stopReport: async (d, { params }) => {
      const stopped = await stopReport(d, params.token);
      return stopped ? stoppedPage(stopped, await d.reports.lookOf(stopped.workspaceId)) : noSuchLink();
    },
  });
