import { placementReportsContract } from '@skein/contracts/smart-delivery/placement-reports.contract';
import { routes } from '#platform/http/routes';
import { compareRuns } from './compare-runs';
import type { SmartDeliveryDeps } from './deps';
import { exportCsv, exportPdf } from './export-report';
import * as shares from './share-report';

export const placementReportsRoutes = (deps: SmartDeliveryDeps) =>
  routes(placementReportsContract)(deps, {
    compare: (_, { actor, params, query }) => compareRuns(deps, actor, params.placementTestId, query),
    exportCsv: (_, { actor, params, query }) => exportCsv(deps, actor, params.placementTestId, query.run),
    exportPdf: (_, { actor, params, query }) => exportPdf(deps, actor, params.placementTestId, query.run),
    shares: (_, { actor, params }) => shares.listShares(deps, actor, params.placementTestId),
    addShare: (_, { actor, params, body }) => shares.createShare(deps, actor, params.placementTestId, body),
    revokeShare: (_, { actor, params }) =>
      shares.endShare(deps, actor, params.placementTestId, params.placementShareId),
    sharedReport: (_, { params }) => shares.showShared(deps, params.token),
    sharedPdf: (_, { params }) => shares.downloadShared(deps, params.token),
  });
