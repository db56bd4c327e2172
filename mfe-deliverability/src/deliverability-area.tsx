import { Navigate, Route, Routes } from 'react-router-dom';
import { ComingPage } from '@skein/mfe/coming-page';
import { Guarded } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';

/**
 * Every address of this area. A page stands in `src/<feature>/<name>.page.tsx` (with `.hooks.ts` beside it, and one `api.ts` for
 * the area) and takes the place of its ComingPage here. The page an area opens with is imported statically, the others by
 * `lazyPage` of `@skein/mfe/lazy-page`. Addresses are written without `/app`, literal ones before those with parameters.
 */
export function DeliverabilityArea() {
  return (
    <Routes>
      <Route
        path="/email-deliverability"
        element={<Navigate to="/email-deliverability/smart-inbox/auto/all-tests" replace />}
      />
      <Route
        path="/email-deliverability/smart-inbox"
        element={<Navigate to="/email-deliverability/smart-inbox/auto/all-tests" replace />}
      />
      <Route
        path="/email-deliverability/smart-inbox/:testType/all-tests"
        element={
          <Guarded title="Placement tests" requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}>
            <ComingPage title="Placement tests">
              Where test mails landed: inbox, tab or spam, by provider and by place.
            </ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/folders"
        element={
          <Guarded title="Folders of tests" requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}>
            <ComingPage title="Folders of tests">Placement tests, sorted into folders.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/mailboxes-insights"
        element={
          <Guarded title="Mailbox insights" requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}>
            <ComingPage title="Mailbox insights">How each mailbox fared over its tests.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/folder/:folderId/tests"
        element={
          <Guarded
            title="Tests of a folder"
            requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}
          >
            <ComingPage title="Tests of a folder">The placement tests of one folder.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/new-manual-test"
        element={
          <Guarded title="New manual test" requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}>
            <ComingPage title="New manual test">A test that you send yourself.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/new-automatic-test"
        element={
          <Guarded
            title="New automatic test"
            requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}
          >
            <ComingPage title="New automatic test">A test that repeats by itself.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/folder/:folderId/new-manual-test"
        element={
          <Guarded title="New manual test" requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}>
            <ComingPage title="New manual test">A test that you send yourself.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/folder/:folderId/new-automatic-test"
        element={
          <Guarded
            title="New automatic test"
            requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}
          >
            <ComingPage title="New automatic test">A test that repeats by itself.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/:testId/:testType/deliverability-results/*"
        element={
          <Guarded title="Results" requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}>
            <ComingPage title="Results">
              Spam score, IP reputation, block lists, SPF, DKIM, reverse DNS, and the placement by provider and place.
            </ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/:testId/:testType/list"
        element={
          <Guarded title="Runs of a test" requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}>
            <ComingPage title="Runs of a test">Every run of one test.</ComingPage>
          </Guarded>
        }
      />
      <Route
        path="/email-deliverability/smart-inbox/:testId/test/*"
        element={
          <Guarded title="Test" requires={{ feature: 'smart-delivery', permission: 'deliverability.read' }}>
            <ComingPage title="Test">Content, steps to take, and the evidence of one test.</ComingPage>
          </Guarded>
        }
      />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
