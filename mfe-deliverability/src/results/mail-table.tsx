import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlacementMailRow, PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterChip, FilterSearch } from '@skein/ui/filter-bar';
import { RadioGroup } from '@skein/ui/radio-group';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { SearchInput } from '@skein/ui/text-input';
import { base } from '../placement.hooks';
import { useMails } from './mails.hooks';

const places = { INBOX: 'Inbox', TAB: 'Tab', SPAM: 'Spam', MISSING: 'Missing' } as const;
const placeStates = { INBOX: 'good', TAB: 'warning', SPAM: 'failed', MISSING: 'failed' } as const;
const states = {
  PLANNED: 'Not sent yet',
  SUBMITTING: 'Sending',
  SENT: 'On the way',
  IN_DOUBT: 'Unconfirmed',
  FAILED: 'Refused',
  CANCELLED: 'Canceled',
} as const;
const filters = { ...places, WAITING: 'On the way', FAILED: 'Refused' } as const;
type Filter = keyof typeof filters;

const kinds = { REAL: 'Real emails', CONTROL: 'Control emails' } as const;
type Kind = keyof typeof kinds;
/** The email of the test itself, by its variant where it has several, or the neutral one beside it. */
const kindOf = ({ kind, variant }: Pick<PlacementMailRow, 'kind' | 'variant'>) =>
  kind === 'CONTROL' ? 'Control' : variant === null ? 'Real' : `Variant ${variant}`;

const pageSize = 25;
const check = (id: 'spf' | 'dkim' | 'dmarc', label: string): DataTableColumn<PlacementMailRow> => ({
  id,
  label,
  width: 76,
  minWidth: 66,
  // A phone's card has one line for all three.
  phone: id === 'spf' ? 'line' : 'hidden',
  phoneCell: ({ spf, dkim, dmarc }) =>
    `SPF ${spf ?? 'unknown'}, DKIM ${dkim ?? 'unknown'}, DMARC ${dmarc ?? 'unknown'}`,
  cell: (mail) =>
    mail[id] === null ? (
      '–'
    ) : (
      <Badge tone={mail[id] === 'pass' ? 'success' : mail[id] === 'none' ? 'warning' : 'danger'}>{mail[id]}</Badge>
    ),
});

const columns: DataTableColumn<PlacementMailRow>[] = [
  {
    id: 'seed',
    label: 'Seed',
    fixed: true,
    flexible: true,
    width: 230,
    minWidth: 208,
    cell: ({ seed, provider, region }) => (
      <>
        {seed}
        <SubLine>{`${provider}, ${region}`}</SubLine>
      </>
    ),
  },
  {
    id: 'sender',
    label: 'From',
    definition: 'The mailbox, and below it the IP address it sent from.',
    width: 230,
    minWidth: 170,
    cell: ({ sender, client_ip: ip }) => (
      <>
        {sender}
        <SubLine>{ip}</SubLine>
      </>
    ),
  },
  {
    id: 'kind',
    label: 'Kind',
    definition: 'A control email has neutral text: when it lands better than the real one, the copy is the cause.',
    width: 116,
    minWidth: 88,
    cell: ({ kind, variant }) => (
      <Badge tone={kind === 'CONTROL' ? 'info' : 'neutral'}>{kindOf({ kind, variant })}</Badge>
    ),
  },
  {
    id: 'landed',
    label: 'Placement',
    width: 150,
    minWidth: 120,
    phone: 'status',
    cell: ({ landed, state, failure_text: why }) => (
      <>
        <StateStatus state={landed ? placeStates[landed] : state === 'FAILED' ? 'failed' : 'waiting'}>
          {landed ? places[landed] : states[state]}
        </StateStatus>
        {why !== null && <SubLine title={why}>{why}</SubLine>}
      </>
    ),
  },
  {
    id: 'time',
    label: 'Delivery time',
    align: 'end',
    width: 110,
    cell: ({ sent_at: sent, landed_at: at }) =>
      sent && at ? `${Math.max(0, Math.round((Date.parse(at) - Date.parse(sent)) / 1_000))} s` : '–',
  },
  check('spf', 'SPF'),
  check('dkim', 'DKIM'),
  check('dmarc', 'DMARC'),
];

interface MailTableProps {
  report: PlacementReport;
  /** Of these seeds only. */
  of?: { provider?: string; region?: string };
  /** Which of the two views an email opens in. */
  view?: 'provider' | 'geo-provider';
}

/** Emails of a run, a page at a time; each opens with its headers. */
export function MailTable({ report, of, view = 'provider' }: MailTableProps) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter | null>(null);
  const [kind, setKind] = useState<Kind | null>(null);
  const [offset, setOffset] = useState(0);
  const text = search.trim();
  const { rows, total, isLoading, problem } = useMails(report, {
    ...of,
    ...(text !== '' && { search: text }),
    ...(filter !== null && { placement: filter }),
    ...(kind !== null && { kind }),
    offset,
    limit: pageSize,
  });
  const open = (mail: PlacementMailRow) => {
    const name = encodeURIComponent(view === 'provider' ? mail.provider : mail.region);
    void navigate(`${base}/${report.id}/test/${name}/${view}/${mail.id}/${mail.seed_id}/headers`);
  };
  return (
    <Card title="Emails" detail={total.toLocaleString('en-US')} padded={false}>
      <FilterBar $inCard>
        <FilterSearch>
          <SearchInput
            size="small"
            aria-label="Search emails"
            placeholder="Seed or mailbox"
            maxLength={100}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setOffset(0);
            }}
            onClear={() => {
              setSearch('');
              setOffset(0);
            }}
          />
        </FilterSearch>
        <FilterChip label="Placement" value={filter === null ? null : filters[filter]} onRemove={() => setFilter(null)}>
          <RadioGroup
            aria-label="Placement"
            value={filter}
            onValueChange={(value) => {
              setFilter(value as Filter);
              setOffset(0);
            }}
            options={Object.entries(filters).map(([value, label]) => ({ value, label }))}
          />
        </FilterChip>
        {report.control !== null && (
          <FilterChip label="Kind" value={kind === null ? null : kinds[kind]} onRemove={() => setKind(null)}>
            <RadioGroup
              aria-label="Kind"
              value={kind}
              onValueChange={(value) => {
                setKind(value as Kind);
                setOffset(0);
              }}
              options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
            />
          </FilterChip>
        )}
      </FilterBar>
      <DataTable
        label="Emails"
        gutter={16}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowLabel={({ seed, sender }) => `${seed} from ${sender}`}
        columns={columns}
        loading={isLoading}
        error={problem}
        onRowOpen={open}
        filtered={text !== '' || filter !== null || kind !== null}
        emptyFiltered={<EmptyState title="No email matches">Change the search or the filters.</EmptyState>}
        empty={<EmptyState title="No emails yet">Emails appear with the first run of this test.</EmptyState>}
        paging={{
          from: rows.length === 0 ? 0 : offset + 1,
          to: offset + rows.length,
          total,
          hasPrevious: offset > 0,
          hasNext: offset + rows.length < total,
          onPrevious: () => setOffset(Math.max(0, offset - pageSize)),
          onNext: () => setOffset(offset + pageSize),
        }}
      />
    </Card>
  );
}
