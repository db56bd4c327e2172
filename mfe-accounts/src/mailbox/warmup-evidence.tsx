import { useState } from 'react';
import type { WarmupView } from '@skein/contracts/warmup/warmup.contract';
import { Card } from '@skein/ui/card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Segmented } from '@skein/ui/segmented';

type Evidence = WarmupView['evidence'][number];
type Provider = Evidence['by_provider'][number];

const names: Record<Provider['provider'], string> = {
  GMAIL: 'Google',
  OUTLOOK: 'Outlook',
  ZOHO: 'Zoho',
  OTHER: 'Other servers',
};
const number = (value: number) => value.toLocaleString('en-US');
const figure = (id: 'sent' | 'inbox' | 'spam' | 'missing' | 'bounced', label: string): DataTableColumn<Provider> => ({
  id,
  label,
  align: 'end',
  width: label.length > 6 ? 84 : 64,
  cell: (row) => number(row[id]),
});

const columns: DataTableColumn<Provider>[] = [
  {
    id: 'provider',
    label: 'Provider',
    fixed: true,
    flexible: true,
    width: 140,
    minWidth: 110,
    cell: (row) => names[row.provider],
  },
  { id: 'reputation', label: 'Reputation', align: 'end', width: 96, cell: (row) => row.reputation ?? '–' },
  figure('sent', 'Sent'),
  figure('inbox', 'Inbox'),
  figure('spam', 'Spam'),
  figure('missing', 'Not found'),
  figure('bounced', 'Bounced'),
];

/** The mails that the reputation stands on, by the provider they went to. */
export function WarmupEvidence({ evidence }: { evidence: readonly Evidence[] }) {
  const [days, setDays] = useState('7');
  const shown = evidence.find((each) => String(each.days) === days) ?? evidence[0];
  return (
    <Card
      title={shown?.reputation == null ? 'Reputation: no data yet' : `Reputation ${shown.reputation} of 100`}
      padded={false}
      actions={
        <Segmented
          label="Time"
          value={days}
          onValueChange={setDays}
          items={evidence.map((each) => ({ id: String(each.days), label: `${each.days} days` }))}
        />
      }
    >
      <DataTable<Provider>
        label="Where warmup emails landed, by provider"
        gutter={16}
        columns={columns}
        rows={[...(shown?.by_provider ?? [])]}
        rowId={(row) => row.provider}
        rowLabel={(row) => names[row.provider]}
        view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'normal' }}
        empty={
          <EmptyState level={3} title="No evidence yet">
            Every warmup email that was sent counts here, with where its receiver found it first.
          </EmptyState>
        }
      />
    </Card>
  );
}
