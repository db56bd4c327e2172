import { Route, Routes } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Guarded } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { Redirect } from '@skein/mfe/redirect';
import { GlobalAnalyticsPage } from './global/global-analytics.page';

const InsightsPage = lazyPage(() => import('./insights/insights.page').then((m) => m.InsightsPage));
const ReportsPage = lazyPage(() => import('./reports/reports.page').then((m) => m.ReportsPage));
const ReportPage = lazyPage(() => import('./reports/report.page').then((m) => m.ReportPage));
const YearRecapPage = lazyPage(() => import('./recap/year-recap.page').then((m) => m.YearRecapPage));

/**
 * Every address of this area. A page stands in `src/<feature>/<name>.page.tsx` (with `.hooks.ts` beside it, and one `api.ts` for
 * the area). The page an area opens with is imported statically, the others by
 * `lazyPage` of `@skein/mfe/lazy-page`. Addresses are written without `/app`, literal ones before those with parameters.
 */
export function AnalyticsArea() {
  return (
    <Routes>
      <Route
        path="/global-analytics"
        element={
          <Guarded title="Analytics" requires={{ permission: 'analytics.read' }}>
            <GlobalAnalyticsPage />
          </Guarded>
        }
      />
      <Route
        path="/global-analytics/reports"
        element={
          <Guarded title="Reports" requires={{ permission: 'analytics.read' }}>
            <ReportsPage />
          </Guarded>
        }
      />
      <Route
        path="/global-analytics/reports/:reportId"
        element={
          <Guarded title="Report" requires={{ permission: 'analytics.read' }}>
            <ReportPage />
          </Guarded>
        }
      />
      <Route path="/analytics-v2" element={<Redirect to="/analytics-v2/agency-insights" />} />
      <Route
        path="/analytics-v2/:page"
        element={
          <Guarded title="Analytics" requires={{ feature: 'global-analytics' }} otherwise="/global-analytics">
            <InsightsPage />
          </Guarded>
        }
      />
      <Route
        path="/year-recap"
        element={
          <Guarded title="Year recap" requires={{ permission: 'recap.read' }}>
            <YearRecapPage />
          </Guarded>
        }
      />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
