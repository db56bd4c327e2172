import { styled } from 'styled-components';
import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import type { DataTableColumn } from '@skein/ui/data-table';
import { BareLink } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { SubLine, truncate, wrapTight } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { editAddress, overviewAddress } from '../campaign-address';
import { CampaignState } from './campaign-state';
import { NextCell } from './next-cell';

const Name = styled(BareLink)`
  display: block;
  font-weight: var(--w-medium);
  ${truncate}
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  ${wrapTight}
`;

/** Where a row leads: a draft into its form, everything else to its figures. */
export const campaignAddress = (row: Pick<CampaignRow, 'id' | 'status' | 'parent_campaign_id'>): string =>
  row.status === 'DRAFTED'
    ? row.parent_campaign_id === null
      ? `/app/email-campaign/new-campaign?id=${row.id}`
      : editAddress(row, 'lead-condition')
    : overviewAddress(row, 'performance');

const number = (value: number) => value.toLocaleString('en-US');
const share = (rate: number | null) => (rate === null ? '–' : `${rate.toFixed(1)}%`);

function Figure({ rate, count }: { rate: number | null; count: number }) {
  return (
    <>
      {share(rate)}
      <SubLine>{rate === null ? '' : number(count)}</SubLine>
    </>
  );
}

interface Surroundings {
  now: Date;
  timeZone: string;
  folderName: (id: number) => string | null;
  onWhy: (row: CampaignRow) => void;
}

type Columns = DataTableColumn<CampaignRow>[];

/** What a campaign is, how far it is, and what it does next. */
const progressColumns = ({ now, folderName, onWhy }: Surroundings): Columns => {
  const below = (row: CampaignRow) =>
    [
      row.client?.name,
      row.parent_campaign_id === null ? null : 'subsequence',
      row.folder_id === null ? null : folderName(row.folder_id),
      counted(row.step_count, 'step'),
      ...row.tags.map((tag) => `#${tag.name}`),
    ]
      .filter(Boolean)
      .join(' · ');
  return [
    {
      id: 'name',
      label: 'Campaign',
      fixed: true,
      flexible: true,
      width: 204,
      minWidth: 160,
      sortable: true,
      firstSort: 'asc',
      cell: (row) => (
        <>
          <Name href={campaignAddress(row)} title={row.name}>
            {row.name}
          </Name>
          <SubLine title={below(row)}>{below(row)}</SubLine>
        </>
      ),
    },
    {
      id: 'status',
      label: 'Status',
      width: 106,
      sortable: true,
      phone: 'status',
      cell: (row) => <CampaignState status={row.status} />,
    },
    {
      id: 'next',
      label: 'Next send or reason',
      width: 212,
      minWidth: 140,
      cell: (row) => <NextCell row={row} now={now} onWhy={onWhy} />,
    },
    {
      id: 'leads',
      label: 'Contacted',
      definition:
        'Leads that were sent at least one email, of all leads of the campaign. Their follow-ups may still be sent. Sorts by the number of leads.',
      width: 150,
      minWidth: 110,
      sortable: true,
      firstSort: 'desc',
      cell: (row) => (
        <Progress
          value={row.progress.contacted}
          max={row.progress.total}
          label={`Leads of ${row.name} that were contacted`}
          start={`${Math.round(row.progress.percent)}%`}
          end={`${number(row.progress.contacted)} / ${number(row.progress.total)}`}
          tone={row.status === 'ACTIVE' ? 'accent' : 'off'}
        />
      ),
    },
    {
      id: 'sent',
      label: 'Sent',
      definition:
        'Emails that a mail server accepted, of all steps. Below: since midnight in the campaign’s time zone.',
      align: 'end',
      width: 92,
      sortable: true,
      firstSort: 'desc',
      cell: (row) =>
        row.counts.sent === 0 && row.status === 'DRAFTED' ? (
          '–'
        ) : (
          <>
            {number(row.counts.sent)}
            <SubLine>
              {row.counts.sent_today > 0
                ? `+${number(row.counts.sent_today)} today`
                : row.status === 'ACTIVE' || row.status === 'PAUSED'
                  ? '0 today'
                  : ''}
            </SubLine>
          </>
        ),
    },
  ];
};

/** Rates are per contacted lead, bounces per sent email (docs/domain.md, Metrics). */
const figureColumns = (): Columns => [
  {
    id: 'opened',
    label: 'Opened',
    definition: 'Leads that opened at least once, per contacted lead. Privacy proxies don’t count.',
    align: 'end',
    width: 80,
    cell: (row) => <Figure rate={row.counts.open_rate} count={row.counts.opened} />,
  },
  {
    id: 'replied',
    label: 'Replied',
    definition: 'Leads that replied, per contacted lead. Out-of-office replies are not counted.',
    align: 'end',
    width: 80,
    cell: (row) => <Figure rate={row.counts.reply_rate} count={row.counts.replied} />,
  },
  {
    id: 'positive',
    label: 'Positive',
    definition: 'Leads with a positive category, per contacted lead.',
    align: 'end',
    width: 80,
    phone: 'hidden',
    cell: (row) => <Figure rate={row.counts.positive_rate} count={row.counts.positive} />,
  },
  {
    id: 'bounced',
    label: 'Bounced',
    definition: 'Bounced emails per sent email.',
    align: 'end',
    width: 80,
    cell: (row) => <Figure rate={row.counts.bounce_rate} count={row.counts.bounced} />,
  },
  {
    id: 'clicked',
    label: 'Clicked',
    definition: 'Leads that clicked a link, per contacted lead.',
    align: 'end',
    width: 80,
    hiddenByDefault: true,
    phone: 'hidden',
    cell: (row) => <Figure rate={row.counts.click_rate} count={row.counts.clicked} />,
  },
  {
    id: 'unsubscribed',
    label: 'Unsubscribed',
    definition: 'Leads that unsubscribed.',
    align: 'end',
    width: 104,
    hiddenByDefault: true,
    phone: 'hidden',
    cell: (row) => number(row.counts.unsubscribed),
  },
];

/** Columns that people choose themselves. */
const recordColumns = ({ now, timeZone }: Surroundings): Columns => {
  const date = (iso: string) => <span title={fullInstant(iso, timeZone)}>{shortInstant(iso, now, timeZone)}</span>;
  return [
    {
      id: 'mailboxes',
      label: 'Mailboxes',
      definition: 'Mailboxes that send for it.',
      align: 'end',
      width: 92,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => number(row.mailbox_count),
    },
    {
      id: 'updated_at',
      label: 'Updated',
      width: 116,
      sortable: true,
      firstSort: 'desc',
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => date(row.updated_at),
    },
    {
      id: 'created_at',
      label: 'Created',
      width: 116,
      sortable: true,
      firstSort: 'desc',
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => date(row.created_at),
    },
    {
      id: 'owner',
      label: 'Owner',
      width: 130,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => row.created_by_name ?? '–',
    },
  ];
};

/** The columns of a list of campaigns. */
export const campaignColumns = (surroundings: Surroundings): Columns => [
  ...progressColumns(surroundings),
  ...figureColumns(),
  ...recordColumns(surroundings),
];
