import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { ConnectionReport, MailboxView } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import { Avatar } from '@skein/ui/avatar';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { IconButton } from '@skein/ui/icon-button';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { Tabs } from '@skein/ui/tabs';
import { ConnectionReportView } from '../connect/connection-report';
import { MailboxStatus } from '../mailbox-status';
import { providerName } from '../mailbox-texts';
import { TagDialog } from '../mailboxes-list/tag-dialog';
import { RemoveDialog } from '../remove-dialog';
import { useMailboxActions } from '../use-mailbox-actions';

export type MailboxTab = 'general' | 'overview' | 'warmup' | 'management' | 'campaigns' | 'error-state';

const tabAddress = (mailbox: Pick<MailboxView, 'id'>, tab: MailboxTab) => `/app/email-account/${mailbox.id}/${tab}`;

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

function MailboxTabs({ mailbox, tab }: { mailbox: MailboxView; tab: MailboxTab }) {
  const problems = Number(!mailbox.is_smtp_success) + Number(!mailbox.is_imap_success);
  const address = (id: MailboxTab) => tabAddress(mailbox, id);
  return (
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
          ...(mailbox.state === 'failing' ? { count: Math.max(1, problems), countTone: 'danger' as const } : {}),
          href: address('error-state'),
        },
      ]}
    />
  );
}

/** What both servers answered to a test of the login. */
function ReportDialog({
  report,
  onClose,
  onFix,
}: {
  report: ConnectionReport;
  onClose: () => void;
  onFix?: () => void;
}) {
  const isGood = report.smtp.ok && report.imap.ok;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isGood ? 'Both servers accepted the login' : 'The login does not work'}
      size="medium"
      footer={
        <>
          {!isGood && onFix && (
            <Button
              onClick={() => {
                onClose();
                onFix();
              }}
            >
              How to fix it
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ConnectionReportView report={report} />
    </Dialog>
  );
}

/** The name of a mailbox, what can be done with it, and its tabs. */
export function MailboxHead({ mailbox, tab }: { mailbox: MailboxView; tab: MailboxTab }) {
  const access = useAccess();
  const navigate = useNavigate();
  const { setSuspended, test } = useMailboxActions();
  const [isTesting, setTesting] = useState(false);
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const [dialog, setDialog] = useState<'tag' | 'remove' | null>(null);
  const address = (id: MailboxTab) => tabAddress(mailbox, id);
  const writes = access.may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  const failing = mailbox.state === 'failing';
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
        <MailboxTabs mailbox={mailbox} tab={tab} />
      </TabLine>
      {report && (
        <ReportDialog
          report={report}
          onClose={() => setReport(null)}
          {...(tab === 'error-state'
            ? {}
            : { onFix: () => void navigate(address('error-state').replace(/^\/app/, '')) })}
        />
      )}
      {dialog === 'tag' && <TagDialog ids={[mailbox.id]} rows={[mailbox]} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && (
        <RemoveDialog mailbox={mailbox} onClose={() => setDialog(null)} onRemoved={() => navigate('/email-accounts')} />
      )}
    </>
  );
}
