import { counted } from '@skein/ui/counted';
import type { z } from 'zod';
import type { CreditOrder, verificationContract } from '@skein/contracts/main/verification.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Stack } from '@skein/ui/layout';
import { BareLink } from '@skein/ui/link';
import { PageBody } from '@skein/ui/page-header';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant } from '@skein/ui/instant';
import { InstantText } from '@skein/ui/instant-text';
import { useKeysetPages } from '../keyset-pages';
import { dollars } from './result-labels';
import { useEndRenewal, useLedger } from './verification.hooks';

type Entry = z.output<typeof verificationContract.endpoints.verificationLedger.response>['rows'][number];
const kindWords: Record<Entry['kind'], string> = {
  PURCHASE: 'Bought',
  HELD: 'Reserved',
  RETURNED: 'Returned',
  REFERRAL: 'Referral',
  GRANT: 'Given by the operator',
};
const pageSize = 25;

/** Every movement of credits, and what renews each month. */
export function LedgerTable({
  onBuy,
  canSell,
  renewals,
}: {
  onBuy: (() => void) | null;
  canSell: boolean;
  renewals: readonly CreditOrder[];
}) {
  const pages = useKeysetPages();
  const { data, isLoading, problem } = useLedger(pages.cursor, pageSize);
  const rows = data?.rows ?? [];
  const columns: DataTableColumn<Entry>[] = [
    {
      id: 'kind',
      label: 'What',
      fixed: true,
      flexible: true,
      minWidth: 180,
      cell: (row) => (
        <>
          {kindWords[row.kind]}
          {row.verification && (
            <>
              : <BareLink href={`/app/leads/verification/${row.verification.id}`}>{row.verification.name}</BareLink>
            </>
          )}
        </>
      ),
    },
    { id: 'at', label: 'When', width: 150, cell: (row) => <InstantText at={row.created_at} /> },
    { id: 'by', label: 'By', width: 150, phone: 'hidden', cell: (row) => row.created_by_name ?? '–' },
    {
      id: 'credits',
      label: 'Credits',
      align: 'end',
      width: 110,
      cell: (row) => `${row.credits > 0 ? '+' : '−'}${Math.abs(row.credits).toLocaleString('en-US')}`,
    },
    {
      id: 'balance',
      label: 'Left',
      align: 'end',
      width: 110,
      cell: (row) => row.balance_after.toLocaleString('en-US'),
    },
  ];
  return (
    <>
      {(renewals.length > 0 || !canSell) && (
        <PageBody style={{ flex: 'none' }}>
          <Stack $gap={2}>
            {!canSell && (
              <Callout tone="info" title="Credits cannot be bought here yet.">
                No card payment is set up on this installation.
              </Callout>
            )}
            {renewals.map((order) => (
              <Renewal key={order.id} order={order} />
            ))}
          </Stack>
        </PageBody>
      )}
      <DataTable<Entry>
        label="Movements of credits"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => kindWords[row.kind]}
        loading={isLoading}
        error={problem}
        empty={
          <EmptyState
            icon="check"
            title="No credits yet"
            actions={
              onBuy ? (
                <Button variant="primary" onClick={onBuy}>
                  Buy credits
                </Button>
              ) : undefined
            }
          >
            One credit verifies one address. Unknown results are free.
          </EmptyState>
        }
        paging={pages.pagingOf(rows.length, data?.next_cursor)}
      />
    </>
  );
}

function Renewal({ order }: { order: CreditOrder }) {
  const { timeZone } = useUi();
  const mayPay = useAccess().may('billing.manage');
  const { end, isEnding } = useEndRenewal();
  return (
    <Callout
      tone="neutral"
      title={`${counted(order.credits, 'credit')} each month`}
      actions={
        mayPay ? (
          <Button size="small" loading={isEnding} onClick={() => void end(order.id)}>
            End
          </Button>
        ) : undefined
      }
    >
      {dollars(order.amount_cents)}
      {order.renews_at ? `, next on ${fullInstant(order.renews_at, timeZone)}` : ''}
      {order.provider === 'sandbox' ? '. Sandbox: no money moves.' : ''}
    </Callout>
  );
}
