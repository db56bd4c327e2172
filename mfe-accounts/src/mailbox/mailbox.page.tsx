import { Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { ConnectionReport, MailboxView } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import { lazyPage } from '@skein/mfe/lazy-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Redirect } from '@skein/mfe/redirect';
import { Avatar } from '@skein/ui/avatar';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { IconButton } from '@skein/ui/icon-button';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { PageBody } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';
import { ConnectionReportView } from '../connect/connection-report';
import { MailboxStatus } from '../mailbox-status';
import { providerName } from '../mailbox-texts';
import { TagDialog } from '../mailboxes-list/tag-dialog';
import { RemoveDialog } from '../remove-dialog';
import { useMailboxActions } from '../use-mailbox-actions';
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
} as const;
export type MailboxTab = keyof typeof tabs;
const isTab = (word: string | undefined): word is MailboxTab => word !== undefined && word in tabs;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-2) var(--s-3);
  flex: none;
  min-height: 64px;
  padding: var(--s-2) var(--s-4) var(--s-2) var(--s-6);
  & > div:nth-child(2) {
    flex: 1 1 200px;
    min-width: 0;
  }
  h1 {
    font-size: var(--fs-5);
    line-height: var(--lh-5);
    font-weight: var(--w-bold);
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }
  p {
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
  }
  @media (max-width: 720px) {
    padding: var(--s-2) var(--s-4);
  }
`;

const Title = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s-2);
`;

const Buttons = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  flex: none;
`;

const TabLine = styled.div`
  flex: none;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
  }
`;

function MailboxHead({ mailbox, tab }: { mailbox: MailboxView; tab: MailboxTab }) {
  const access = useAccess();
  const navigate = useNavigate();
  const { setSuspended, test } = useMailboxActions();
  const [isTesting, setTesting] = useState(false);
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const [dialog, setDialog] = useState<'tag' | 'remove' | null>(null);
  const address = (id: MailboxTab) => `/app/email-account/${mailbox.id}/${id}`;
  const writes = access.may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  const failing = mailbox.state === 'failing';
  const problems = Number(!mailbox.is_smtp_success) + Number(!mailbox.is_imap_success);
  const run = async () => {
    setTesting(true);
    setReport(await test(mailbox));
    setTesting(false);
  };
  const entries: MenuEntry[] = [
    ...(failing
      ? [
          {
            label: 'Test connection',
            icon: 'refresh' as const,
            detail: 'With what is stored',
            onSelect: () => void run(),
          },
        ]
      : []),
    ...(failing && !mailbox.is_suspended
      ? [
          {
            label: 'Suspend',
            icon: 'pause' as const,
            detail: 'Campaigns keep it',
            onSelect: () => void setSuspended([mailbox.id], true, mailbox.from_email),
          },
        ]
      : []),
    { label: 'Change limits', icon: 'settings', href: address('management') },
    { label: 'Tag', icon: 'tag', onSelect: () => setDialog('tag') },
    ...(access.may('mailbox.delete')
      ? [
          { kind: 'separator' as const },
          { label: 'Remove', icon: 'trash' as const, tone: 'danger' as const, onSelect: () => setDialog('remove') },
        ]
      : []),
  ];
  return (
    <>
      <Head>
        <Avatar name={mailbox.from_name || mailbox.from_email} size="large" square />
        <div>
          <Title>
            <h1>{mailbox.from_email}</h1>
            <MailboxStatus mailbox={mailbox} />
          </Title>
          <p>
            {[mailbox.from_name, providerName(mailbox.type), ...mailbox.tags.map((tag) => `#${tag.name}`)].join(' · ')}
          </p>
        </div>
        <Buttons>
          {failing ? (
            tab !== 'error-state' && (
              <Button icon="plug" href={address('error-state')}>
                Reconnect
              </Button>
            )
          ) : (
            <Button icon="refresh" loading={isTesting} onClick={() => void run()} {...closed}>
              Test connection
            </Button>
          )}
          {mailbox.is_suspended && (
            <Button icon="play" onClick={() => void setSuspended([mailbox.id], false, mailbox.from_email)} {...closed}>
              Resume sending
            </Button>
          )}
          {!mailbox.is_suspended && !failing && (
            <Button icon="pause" onClick={() => void setSuspended([mailbox.id], true, mailbox.from_email)} {...closed}>
              Suspend
            </Button>
          )}
          {writes && (
            <Menu
              align="end"
              entries={entries}
              trigger={
                <IconButton
                  icon="more"
                  size="medium"
                  label={`More actions for ${mailbox.from_email}`}
                  tooltip={false}
                />
              }
            />
          )}
        </Buttons>
      </Head>
      <TabLine>
        <Tabs
          label="Mailbox"
          line={false}
          value={tab}
          items={[
            { id: 'general', label: 'General', href: address('general') },
            { id: 'overview', label: 'Overview', href: address('overview') },
            { id: 'warmup', label: 'Warmup', href: address('warmup') },
            { id: 'management', label: 'Management', href: address('management') },
            {
              id: 'campaigns',
              label: 'Campaigns',
              count: mailbox.campaign_count.toLocaleString('en-US'),
              href: address('campaigns'),
            },
            {
              id: 'error-state',
              label: 'Error state',
              ...(failing ? { count: Math.max(1, problems), countTone: 'danger' as const } : {}),
              href: address('error-state'),
            },
          ]}
        />
      </TabLine>
      {report && (
        <Dialog
          open
          onOpenChange={() => setReport(null)}
          title={report.smtp.ok && report.imap.ok ? 'Both servers accepted the login' : 'The login does not work'}
          size="medium"
          footer={
            <>
              {!(report.smtp.ok && report.imap.ok) && tab !== 'error-state' && (
                <Button
                  onClick={() => {
                    setReport(null);
                    void navigate(address('error-state').replace(/^\/app/, ''));
                  }}
                >
                  How to fix it
                </Button>
              )}
              <Button variant="primary" onClick={() => setReport(null)}>
                Close
              </Button>
            </>
          }
        >
          <ConnectionReportView report={report} />
        </Dialog>
      )}
      {dialog === 'tag' && <TagDialog ids={[mailbox.id]} rows={[mailbox]} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && (
        <RemoveDialog mailbox={mailbox} onClose={() => setDialog(null)} onRemoved={() => navigate('/email-accounts')} />
      )}
    </>
  );
}

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
        <Suspense fallback={<PageSkeleton />}>
          <Tab mailbox={mailbox} />
        </Suspense>
      </PageBody>
    </>
  );
}
