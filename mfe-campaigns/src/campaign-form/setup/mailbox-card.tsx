import { styled } from 'styled-components';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { Link } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { Loading } from '@skein/ui/skeleton';
import { Status } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { dailyCapacity } from '../../daily-capacity';
import { formAddress } from '../form-steps';
import type { Mailbox } from './mailbox.types';
import { MailboxDialog } from './mailbox-dialog';
import { SetupSection, type Folding } from './setup-section';
import { useCampaignMailboxes } from './mailbox-card.hooks';

const states = {
  CONNECTED: { tone: 'success', glyph: 'done', word: 'Connected' },
  FAILING: { tone: 'danger', glyph: 'bad', word: 'Failing' },
  SUSPENDED: { tone: 'warning', glyph: 'paused', word: 'Suspended' },
} as const;

/** As high as some of the rows; the others are scrolled to. */
const Limited = styled.div`
  display: flex;
  flex-direction: column;
  max-height: 420px;
  @media (max-width: 720px) {
    max-height: 70vh;
  }
`;

const addressOf = (mailbox: Mailbox) => `/app/email-account/${mailbox.id}/overview`;
const columns: DataTableColumn<Mailbox>[] = [
  {
    id: 'mailbox',
    label: 'Mailbox',
    fixed: true,
    flexible: true,
    minWidth: 200,
    cell: (mailbox) => (
      <>
        <Link href={addressOf(mailbox)}>{mailbox.from_email}</Link>
        <SubLine>
          {[mailbox.from_name, mailbox.campaign_count > 1 && `in ${counted(mailbox.campaign_count, 'campaign')}`]
            .filter(Boolean)
            .join(', ')}
        </SubLine>
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    width: 150,
    phone: 'status',
    cell: (mailbox) => (
      <>
        <Status quiet tone={states[mailbox.state].tone} glyph={states[mailbox.state].glyph}>
          {states[mailbox.state].word}
        </Status>
        {mailbox.error && <SubLine title={mailbox.error}>{mailbox.error}</SubLine>}
      </>
    ),
    phoneCell: (mailbox) => (
      <Status quiet tone={states[mailbox.state].tone} glyph={states[mailbox.state].glyph}>
        {states[mailbox.state].word}
      </Status>
    ),
  },
  {
    id: 'sent',
    label: 'Sent today',
    width: 124,
    cell: (mailbox) => (
      <Progress
        value={mailbox.sent_today}
        max={mailbox.cap_today}
        label={`Sent today by ${mailbox.from_email}`}
        start={mailbox.sent_today.toLocaleString('en-US')}
        end={`of ${mailbox.cap_today.toLocaleString('en-US')}`}
      />
    ),
    phoneCell: (mailbox) => (
      <>
        {mailbox.error && <Hint>{mailbox.error}</Hint>}
        <Progress
          value={mailbox.sent_today}
          max={mailbox.cap_today}
          label={`Sent today by ${mailbox.from_email}`}
          start={`${mailbox.sent_today.toLocaleString('en-US')} sent today`}
          end={`of ${mailbox.cap_today.toLocaleString('en-US')}`}
        />
      </>
    ),
  },
  {
    id: 'warmup',
    label: 'Warmup',
    align: 'end',
    width: 84,
    cell: (mailbox) => (mailbox.warmup_days === null ? '–' : counted(mailbox.warmup_days, 'day')),
  },
  { id: 'leads', label: 'Leads', align: 'end', width: 72, cell: (mailbox) => mailbox.leads.toLocaleString('en-US') },
];

/** Mailboxes that send for the campaign, with what each may and did send today. */
export function MailboxCard({
  campaign,
  mayWrite,
  folding,
}: {
  campaign: CampaignView;
  mayWrite: boolean;
  folding: Folding;
}) {
  const { data, error, refetch, choosing, setChoosing, leaving, setLeaving, chosen, save } =
    useCampaignMailboxes(campaign);
  return (
    <SetupSection
      part="mailboxes"
      padded={false}
      title="Mailboxes"
      folding={folding}
      summary={
        data
          ? chosen.length === 0
            ? 'None chosen'
            : `${counted(chosen.length, 'mailbox', 'mailboxes')}, ${dailyCapacity(data)}`
          : undefined
      }
      actions={
        mayWrite && data ? (
          <Button size="small" icon="plus" onClick={() => setChoosing(true)}>
            Choose mailboxes
          </Button>
        ) : undefined
      }
    >
      {error && (
        <div style={{ padding: 16 }}>
          <Callout
            tone="danger"
            role="alert"
            actions={
              <Button size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Callout>
        </div>
      )}
      {!data && !error && (
        <div style={{ padding: 16 }}>
          <Loading label="Loading the mailboxes" />
        </div>
      )}
      {data && chosen.length === 0 && (
        // Without a button of its own: the one in the head is there with mailboxes too, and takes the focus after the dialog.
        <EmptyState level={3} icon="mail" title="No mailbox chosen">
          Each lead always hears from the same mailbox. Each mailbox has its own daily limit, so more mailboxes send
          more.
        </EmptyState>
      )}
      {chosen.length > 0 && (
        <Limited>
          <DataTable<Mailbox>
            label="Mailboxes of the campaign"
            columns={columns}
            rows={chosen}
            rowId={(mailbox) => String(mailbox.id)}
            rowLabel={(mailbox) => mailbox.from_email}
            gutter={16}
            empty={null}
            {...(mayWrite
              ? {
                  rowActions: (mailbox) => [
                    { label: 'Open the mailbox', icon: 'arrow-right' as const, href: addressOf(mailbox) },
                    { label: 'Remove from campaign', icon: 'close' as const, onSelect: () => setLeaving(mailbox) },
                  ],
                }
              : {})}
          />
        </Limited>
      )}
      {choosing && data && (
        <MailboxDialog
          chosen={chosen}
          back={formAddress(campaign, 'setup', { setting: 'mailboxes' })}
          onClose={() => setChoosing(false)}
          onSave={save}
        />
      )}
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={() => setLeaving(null)}
          title={`Remove ${leaving.from_email} from the campaign?`}
          confirmLabel="Remove mailbox"
          tone="normal"
          description={
            leaving.leads > 0
              ? `${counted(leaving.leads, 'lead')} will continue from another mailbox in a new thread. Emails scheduled from this mailbox are cancelled.`
              : 'No lead uses this mailbox yet.'
          }
          onConfirm={() => save(chosen.filter((mailbox) => mailbox.id !== leaving.id).map((mailbox) => mailbox.id))}
        />
      )}
    </SetupSection>
  );
}
