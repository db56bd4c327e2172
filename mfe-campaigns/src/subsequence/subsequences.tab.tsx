import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CampaignAction, CampaignRow, CampaignView } from '@skein/contracts/main/campaign-views';
import type { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { styled } from 'styled-components';
import type { z } from 'zod';
import { useAccess } from '@skein/mfe/access';
import { attempt } from '@skein/mfe/requests';
import { Button } from '@skein/ui/button';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterEnd } from '@skein/ui/filter-bar';
import type { MenuEntry } from '@skein/ui/menu';
import { BareLink } from '@skein/ui/link';
import { SubLine, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { editAddress, inArea, overviewAddress } from '../campaign-address';
import { deletionEntry, doneWord, offeredActions, openLeadsOf } from '../campaigns-list/campaign-actions';
import { DeleteDialog, StopDialog } from '../campaigns-list/campaign-dialogs';
import { CampaignState } from '../campaigns-list/campaign-state';
import { NextCell } from '../campaigns-list/next-cell';
import { WhyDrawer } from '../campaigns-list/why-drawer';
import { useCategoryNames, useSetStatus } from '../overview/overview.hooks';
import { useSubsequences } from './subsequence.hooks';
import { delayText, kindLabel, ruleText } from './trigger-labels';

/** A phrase of a sentence at the beginning of a cell. */
const Capitalised = styled.span`
  display: inline-block;
  &::first-letter {
    text-transform: uppercase;
  }
`;

type Subsequence = z.output<typeof subsequencesContract.endpoints.listSubsequences.response>['rows'][number];
const number = (value: number) => value.toLocaleString('en-US');
const share = (rate: number | null) => (rate === null ? '–' : `${rate.toFixed(1)}%`);
/** Where a row leads: a draft into its form, everything else to its figures. */
const addressOf = (row: CampaignRow) =>
  row.status === 'DRAFTED' ? editAddress(row, 'lead-condition') : overviewAddress(row, 'performance');

/** Subsequences of a campaign: what pushes leads into each, how many came, and what became of them. */
export function SubsequencesTab({ campaign, now }: { campaign: CampaignView; now: Date }) {
  const access = useAccess();
  const navigate = useNavigate();
  const { data, isLoading, problem } = useSubsequences(campaign.id);
  const { nameOf: categoryName } = useCategoryNames();
  const { setStatus } = useSetStatus();
  const [open, setOpen] = useState<{ kind: 'stop' | 'delete' | 'why'; row: CampaignRow } | null>(null);
  const writes = access.may('campaign.write');
  const create = `/app/campaign/${campaign.id}/new-subsequence`;
  const columns = useMemo(
    () => subsequenceColumns(now, categoryName, (row) => setOpen({ kind: 'why', row })),
    [now, categoryName],
  );
  const perform = async (row: CampaignRow, action: CampaignAction) => {
    if (await attempt(setStatus(row.id, action), `${row.name} was not ${doneWord[action]}`))
      toasts.show({ title: `${row.name} ${doneWord[action]}` });
  };
  const rowActions = (row: Subsequence): MenuEntry[] => {
    return [
      { label: 'Overview', icon: 'chart', href: overviewAddress(row, 'performance') },
      ...(writes
        ? [
            { label: 'Edit', icon: 'edit' as const, href: editAddress(row, 'lead-condition') },
            { kind: 'separator' as const },
          ]
        : []),
      ...(writes
        ? offeredActions(row).map(({ action, label, icon, detail, isAllowed, isFinal }): MenuEntry => ({
            label,
            icon,
            detail,
            disabled: !isAllowed,
            ...(isFinal ? { tone: 'danger' as const } : {}),
            onSelect: () => {
              if (action === 'STOP') setOpen({ kind: 'stop', row });
              else if (action === 'START' && row.status === 'DRAFTED')
                void navigate(inArea(editAddress(row, 'final-review')));
              else void perform(row, action);
            },
          }))
        : []),
      ...(access.may('campaign.delete') ? [deletionEntry(row.status, () => setOpen({ kind: 'delete', row }))] : []),
    ];
  };
  const newButton = writes ? (
    <Button variant="primary" icon="plus" href={create}>
      New subsequence
    </Button>
  ) : undefined;
  return (
    <>
      {data && data.rows.length > 0 && (
        <FilterBar style={{ flexWrap: 'wrap' }}>
          <Text $tone="muted">
            {counted(data.rows.length, 'subsequence')},{' '}
            {counted(
              data.rows.reduce((sum, row) => sum + row.pushes.pushed, 0),
              'lead',
            )}{' '}
            entered
          </Text>
          <FilterEnd>{newButton}</FilterEnd>
        </FilterBar>
      )}
      <DataTable<Subsequence>
        label="Subsequences"
        columns={columns}
        rows={data?.rows ?? []}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowActions={rowActions}
        onRowOpen={(row) => void navigate(inArea(addressOf(row)))}
        loading={isLoading}
        error={problem}
        empty={
          <EmptyState icon="branch" title="No subsequences yet" actions={newButton}>
            A follow-up sequence that starts automatically when a lead gets a category, opens, clicks, replies with
            certain words, or stays silent. Each lead enters it once and leaves this sequence.
          </EmptyState>
        }
      />
      {open?.kind === 'stop' && (
        <StopDialog
          name={open.row.name}
          leads={openLeadsOf(open.row)}
          onClose={() => setOpen(null)}
          onStop={() => perform(open.row, 'STOP')}
        />
      )}
      {open?.kind === 'delete' && <DeleteDialog campaign={open.row} onClose={() => setOpen(null)} />}
      {open?.kind === 'why' && <WhyDrawer campaign={open.row} onClose={() => setOpen(null)} />}
    </>
  );
}

function subsequenceColumns(
  now: Date,
  categoryName: (id: number) => string,
  onWhy: (row: CampaignRow) => void,
): DataTableColumn<Subsequence>[] {
  return [
    {
      id: 'name',
      label: 'Subsequence',
      fixed: true,
      flexible: true,
      minWidth: 180,
      cell: (row) => (
        <>
          <BareLink href={addressOf(row)} style={{ fontWeight: 'var(--w-medium)' }}>
            {row.name}
          </BareLink>
          <SubLine title={ruleText(row.rule, categoryName)}>{ruleText(row.rule, categoryName)}</SubLine>
        </>
      ),
    },
    {
      id: 'status',
      label: 'Status',
      width: 100,
      phone: 'status',
      cell: (row) => <CampaignState status={row.status} />,
    },
    {
      id: 'begins',
      label: 'Begins',
      definition: 'When the first step is due after the lead entered.',
      width: 112,
      phone: 'hidden',
      cell: (row) => (
        <>
          <Capitalised>{delayText(row.rule.delay_seconds)}</Capitalised>
          <SubLine>{counted(row.step_count, 'step')}</SubLine>
        </>
      ),
    },
    {
      id: 'pushed',
      label: 'Entered',
      definition:
        'Leads that entered from this campaign, by a trigger or manually. The line below counts those not emailed yet.',
      align: 'end',
      width: 76,
      cell: (row) => (
        <span
          title={Object.entries(row.pushes.by_kind)
            .map(([kind, count]) => `${kindLabel(kind as Parameters<typeof kindLabel>[0])} ${count}`)
            .join(', ')}
        >
          {number(row.pushes.pushed)}
          <SubLine>{row.pushes.waiting > 0 ? `${number(row.pushes.waiting)} waiting` : ''}</SubLine>
        </span>
      ),
    },
    {
      id: 'skipped',
      label: 'Skipped',
      definition: 'Leads that matched a trigger but can’t be emailed.',
      align: 'end',
      width: 76,
      phone: 'hidden',
      cell: (row) => number(row.pushes.skipped),
    },
    {
      id: 'next',
      label: 'Next send or reason',
      width: 160,
      cell: (row) => <NextCell row={row} now={now} onWhy={onWhy} />,
    },
    { id: 'sent', label: 'Sent', align: 'end', width: 64, cell: (row) => number(row.counts.sent) },
    {
      id: 'replied',
      label: 'Replied',
      definition: 'Leads that replied, per contacted lead.',
      align: 'end',
      width: 76,
      cell: (row) => share(row.counts.reply_rate),
    },
    {
      id: 'positive',
      label: 'Positive',
      definition: 'Leads with a positive category, per contacted lead.',
      align: 'end',
      width: 76,
      phone: 'hidden',
      cell: (row) => share(row.counts.positive_rate),
    },
  ];
}
