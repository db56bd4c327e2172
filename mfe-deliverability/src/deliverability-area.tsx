import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Guarded } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { Redirect } from '@skein/mfe/redirect';
import { base } from './placement.hooks';
import { checkViews } from './results/check-views';
import { AllTestsPage, FolderTestsPage } from './tests/all-tests.page';

const Folders = lazyPage(() => import('./tests/folders.page').then((module) => module.FoldersPage));
const Insights = lazyPage(() => import('./tests/insights.page').then((module) => module.InsightsPage));
const Seeds = lazyPage(() => import('./seeds/seeds.page').then((module) => module.SeedsPage));
const NewTest = lazyPage(() => import('./tests/new-test.page').then((module) => module.NewTestPage));
const Results = lazyPage(() => import('./results/results.page').then((module) => module.ResultsPage));
const Message = lazyPage(() => import('./results/message.page').then((module) => module.MessagePage));

const guarded = (page: ReactNode, permission: 'deliverability.read' | 'deliverability.write') => (
  <Guarded title="SmartDelivery" requires={{ feature: 'smart-delivery', permission }}>
    {page}
  </Guarded>
);
const toAllTests = <Redirect to={`${base}/auto/all-tests`} />;

/**
 * Every address of this area. The page an area opens with is imported statically, the others by `lazyPage`. Addresses are written
 * without `/app`, literal ones before those with parameters.
 */
export function DeliverabilityArea() {
  const pages: [string, ReactNode][] = [
    [':testType/all-tests', <AllTestsPage />],
    ['folders', <Folders />],
    ['mailboxes-insights', <Insights />],
    ['seeds', <Seeds />],
    ['folder/:folderId/tests', <FolderTestsPage />],
    ['new-manual-test', <NewTest key="manual" type="manual" />],
    ['new-automatic-test', <NewTest key="auto" type="auto" />],
    ['folder/:folderId/new-manual-test', <NewTest key="manual" type="manual" />],
    ['folder/:folderId/new-automatic-test', <NewTest key="auto" type="auto" />],
    [':testId/test/content-analysis', <Results view="content-analysis" />],
    [':testId/test/action-steps', <Results view="action-steps" />],
    ...checkViews.map(([view]): [string, ReactNode] => [
      `:testId/test/deliverability-results/${view}`,
      <Results key={view} view={view} />,
    ]),
    [':testId/test/:providerId/provider', <Results view="provider" />],
    [':testId/test/:providerId/geo-provider', <Results view="geo-provider" />],
    [':testId/test/:providerId/provider/:replyId/:receiverId/headers', <Message view="headers" />],
    [':testId/test/:providerId/provider/:replyId/:receiverId/ipDetails', <Message view="ipDetails" />],
    [':testId/test/:providerId/geo-provider/:replyId/:receiverId/headers', <Message view="headers" />],
    [':testId/test/:providerId/geo-provider/:replyId/:receiverId/ipDetails', <Message view="ipDetails" />],
    [':testId/:testType/deliverability-results', <Results view="providers-view" />],
    [':testId/:testType/deliverability-results/providers-view', <Results view="providers-view" />],
    [':testId/:testType/deliverability-results/geo-view', <Results view="geo-view" />],
    [':testId/:testType/list', <Results view="list" />],
    [':testId/:testType/runs', <Results view="runs" />],
  ];
  return (
    <Routes>
      <Route path="/email-deliverability" element={toAllTests} />
      <Route path={base} element={toAllTests} />
      {pages.map(([path, page]) => (
        <Route
          key={path}
          path={`${base}/${path}`}
          element={guarded(
            page,
            /^seeds$|\bnew-(?:manual|automatic)-test$/.test(path) ? 'deliverability.write' : 'deliverability.read',
          )}
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
