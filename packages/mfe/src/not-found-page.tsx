import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { getHost } from './host';
import { usePage } from './page';

/** The not-found page, also for things that do not exist in the workspace. */
export function NotFoundPage({ what = 'The link may be old, or what it led to was deleted.' }: { what?: string }) {
  usePage([{ label: 'Not found' }]);
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        title="This page does not exist"
        actions={
          <>
            <Button href="/app/email-campaign/all">Go to campaigns</Button>
            <Button variant="ghost" icon="search" onClick={() => getHost().openPalette()}>
              Search
            </Button>
          </>
        }
      >
        {what}
      </EmptyState>
    </div>
  );
}
