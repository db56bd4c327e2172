import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Redirect } from '@skein/mfe/redirect';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { PageBody } from '@skein/ui/page-header';
import { MailboxHead, type MailboxTab } from './mailbox-head';
import { useMailbox } from './mailbox.hooks';
import { OverviewTab } from './overview.tab';

const GeneralTab = lazyPage(() => import('./general.tab').then((module) => module.GeneralTab));
const WarmupTab = lazyPage(() => import('./warmup.tab').then((module) => module.WarmupTab));
const ManagementTab = lazyPage(() => import('./management.tab').then((module) => module.ManagementTab));
const CampaignsTab = lazyPage(() => import('./campaigns.tab').then((module) => module.CampaignsTab));
const ErrorStateTab = lazyPage(() => import('./error-state.tab').then((module) => module.ErrorStateTab));

const tabs = {
  general: GeneralTab,
  overview: OverviewTab,
  warmup: WarmupTab,
  management: ManagementTab,
  campaigns: CampaignsTab,
  'error-state': ErrorStateTab,
} satisfies Record<MailboxTab, unknown>;
const isTab = (word: string | undefined): word is MailboxTab => word !== undefined && word in tabs;

/** One mailbox: /app/email-account/{id} with its tabs. */
export function MailboxPage() {
  const { mailboxId, tab } = useParams();
  const { id, mailbox, isMissing, problem, isFetching, refetch } = useMailbox(mailboxId);
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: mailbox?.from_email ?? 'Mailbox' }]);
  const again = (
    <Button size="small" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  );
  if (isMissing) return <NotFoundPage what="The mailbox was removed, or it belongs to another workspace." />;
  if (!isTab(tab)) return <Redirect to={`/email-account/${id}/overview`} />;
  if (!mailbox)
    return problem ? (
      <PageBody>
        <Callout tone="danger" role="alert" title="This mailbox could not be loaded." actions={again}>
          {problem}
        </Callout>
      </PageBody>
    ) : (
      <PageSkeleton />
    );
  const Tab = tabs[tab];
  return (
    <>
      <MailboxHead mailbox={mailbox} tab={tab} />
      <PageBody $well tabIndex={0} role="region" aria-label={mailbox.from_email} style={{ outlineOffset: '-2px' }}>
        {problem && (
          <Callout tone="danger" title="This could not be refreshed." actions={again}>
            {problem} You’re seeing earlier data.
          </Callout>
        )}
        <Suspense fallback={<PageSkeleton shape="figures" />}>
          <Tab mailbox={mailbox} />
        </Suspense>
      </PageBody>
    </>
  );
}
