import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import { CategoryBadge } from '@skein/ui/category-badge';
import type { DataTableColumn } from '@skein/ui/data-table';
import { LinkButton, BareLink } from '@skein/ui/link';
import { SubLine, truncate } from '@skein/ui/text';
import { styled } from 'styled-components';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { providerNames } from '../../provider-names';
import { LeadState } from './lead-state';
import { nextSend, type NextSendPlace } from './next-send';

/** First and last name; the address where neither is known. */
export const nameOf = ({ lead }: Pick<CampaignLeadRow, 'lead'>): string =>
  [lead.first_name, lead.last_name].filter(Boolean).join(' ');

interface Surroundings extends NextSendPlace {
  steps: number;
  categoryName: (id: number) => string;
  onWhy: (row: CampaignLeadRow) => void;
}

/** When a lead gets its next email, or why it waits; nothing for one that gets none. */
function nextCell(row: CampaignLeadRow, { onWhy, ...place }: Omit<Surroundings, 'steps' | 'categoryName'>) {
  const isOpen = row.status === 'STARTED' || row.status === 'INPROGRESS' || row.status === 'PAUSED';
  if (!isOpen) return '–';
  const next = nextSend(row, place);
  const below = row.constraint_text ?? next.second;
  return (
    <>
      <Cut title={next.at ? `${next.text}; ${fullInstant(next.at, place.timeZone)}` : next.text}>{next.first}</Cut>
      <Below>
        {below && <Cut title={below}>{below}</Cut>}
        <LinkButton onClick={() => onWhy(row)} aria-label={`Why is nothing sent to ${row.lead.email} now?`}>
          Why?
        </LinkButton>
      </Below>
    </>
  );
}

const Cut = styled.span`
  display: block;
  min-width: 0;
  ${truncate}
`;

/** The text is truncated; “Why?” always stays visible. */
const Below = styled(SubLine)`
  display: flex;
  gap: var(--s-1);
  & > button {
    flex: none;
  }
`;

export type LeadColumns = DataTableColumn<CampaignLeadRow>[];

/** Columns of a campaign's leads (docs/domain.md). */
export function leadColumns({ steps, categoryName, ...place }: Surroundings): LeadColumns {
  const { now, timeZone } = place;
  const date = (iso: string | null) =>
    iso === null ? '–' : <span title={fullInstant(iso, timeZone)}>{shortInstant(iso, now, timeZone)}</span>;
  return [
    {
      id: 'lead',
      label: 'Lead',
      fixed: true,
      flexible: true,
      minWidth: 190,
      cell: (row) => (
        <>
          <BareLink href={`/app/lead/${row.lead.id}/view`} style={{ fontWeight: 'var(--w-medium)' }}>
            {nameOf(row) || row.lead.email}
          </BareLink>
          {nameOf(row) && <SubLine title={row.lead.email}>{row.lead.email}</SubLine>}
        </>
      ),
    },
    { id: 'company', label: 'Company', width: 120, phone: 'hidden', cell: (row) => row.lead.company_name ?? '–' },
    {
      id: 'status',
      label: 'Status',
      width: 156,
      phone: 'status',
      cell: (row) => (
        <>
          <LeadState status={row.status} />
          {row.reason_text && <SubLine title={row.reason_text}>{row.reason_text}</SubLine>}
        </>
      ),
    },
    {
      id: 'step',
      label: 'Step',
      definition: 'Steps sent, of all steps in the sequence.',
      align: 'end',
      width: 76,
      cell: (row) => `${row.steps_sent} of ${steps}`,
    },
    {
      id: 'next',
      label: 'Next send or reason',
      width: 232,
      cell: (row) => nextCell(row, place),
    },
    {
      id: 'category',
      label: 'Category',
      width: 130,
      cell: (row) =>
        row.category_id === null ? (
          <CategoryBadge id={null} name="Not assigned" bare />
        ) : (
          <CategoryBadge id={row.category_id} name={categoryName(row.category_id)} />
        ),
    },
    { id: 'mailbox', label: 'Mailbox', width: 160, phone: 'hidden', cell: (row) => row.mailbox?.from_email ?? '–' },
    { id: 'last_sent', label: 'Last sent', width: 112, phone: 'hidden', cell: (row) => date(row.last_sent_at) },
    {
      id: 'last_reply',
      label: 'Last reply',
      width: 112,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => date(row.last_reply_at),
    },
    {
      id: 'opens',
      label: 'Opens',
      align: 'end',
      width: 72,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => row.open_count,
    },
    {
      id: 'clicks',
      label: 'Clicks',
      align: 'end',
      width: 72,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => row.click_count,
    },
    {
      id: 'provider',
      label: /* text */ 'ESP',
      width: 96,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => providerNames[row.lead.provider],
    },
    {
      id: 'added',
      label: 'Added',
      width: 112,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => date(row.created_at),
    },
  ];
}
