import { useState } from 'react';
import { styled } from 'styled-components';
import { auditContract, auditDays, type AuditEntryView } from '@skein/contracts/main/audit.contract';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { LinkButton } from '@skein/ui/link';
import { Select } from '@skein/ui/select';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { SettingsLayout } from '../settings-layout';
import { ChangeDrawer } from './change-drawer';
import { ChangeValues } from './change-values';
import { HistoryFilters } from './history-filters';
import { changeTitle, effectTexts, sourceName, whoName } from './history-labels';
import { useHistory, useRetention, useUndo } from './history.hooks';

const keepWords: Record<(typeof auditDays)[number], string> = {
  90: 'Kept for 90 days',
  180: 'Kept for 180 days',
  365: 'Kept for 1 year',
  730: 'Kept for 2 years',
  1825: 'Kept for 5 years',
};
const undoWords = { undone: 'Undone', 'changed-since': 'Changed since', none: '' };

/** Beside the title and the export there is room for this much on a phone. */
const Retention = styled.div`
  @media (max-width: 720px) {
    & > button {
      width: 150px;
    }
  }
`;

/** Every change of a setting: who, from where, before and after, its effect, and an undo. Filters and the open entry stand in the URL. */
export function HistoryPage() {
  const list = useHistory();
  const { setDays, isSaving } = useRetention();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await saveAnswer(auditContract, 'exportEntries', { query: list.filter }, 'change-history.csv').catch(
      (error: unknown) => showProblem('The file could not be created', error),
    );
    setSaving(false);
  };
  return (
    <SettingsLayout
      page="change-history"
      wide
      actions={
        <>
          {list.keepDays !== null && (
            <Retention>
              <Select
                aria-label="How long changes are kept"
                value={String(list.keepDays)}
                onValueChange={(value) => !isSaving && void setDays(Number(value) as (typeof auditDays)[number])}
                options={auditDays.map((days) => ({ value: String(days), label: keepWords[days] }))}
              />
            </Retention>
          )}
          <Button icon="download" loading={saving} onClick={() => void save()}>
            Export
          </Button>
        </>
      }
    >
      <HistoryFilters list={list} />
      <Changes list={list} />
      {list.open && /^\d{1,18}$/.test(list.open) && (
        <ChangeDrawer key={list.open} id={list.open} onOpen={list.setOpen} onClose={() => list.setOpen(null)} />
      )}
    </SettingsLayout>
  );
}

/** @param busy the change that is being undone */
const changeColumns = ({
  timeZone,
  busy,
  onOpen,
  onUndo,
}: {
  timeZone: string;
  busy: string | null;
  onOpen: (row: AuditEntryView) => void;
  onUndo: (row: AuditEntryView) => void;
}): DataTableColumn<AuditEntryView>[] => [
  {
    id: 'change',
    label: 'Change',
    fixed: true,
    flexible: true,
    width: 260,
    minWidth: 180,
    cell: (row) => (
      <>
        <LinkButton style={{ maxWidth: '100%', minHeight: 20, color: 'inherit' }} onClick={() => onOpen(row)}>
          <Text $truncate>{changeTitle(row)}</Text>
        </LinkButton>
        <SubLine title={row.object.label}>
          {row.kind === 'session' && row.action !== 'refused'
            ? (row.person?.email ?? '')
            : row.object.label || row.object.id}
          {row.objects > 1 && ` and ${(row.objects - 1).toLocaleString('en-US')} more`}
        </SubLine>
      </>
    ),
  },
  {
    id: 'at',
    label: 'Time',
    width: 116,
    phone: 'status',
    cell: (row) => <span title={fullInstant(row.at, timeZone)}>{shortInstant(row.at, new Date(), timeZone)}</span>,
  },
  {
    id: 'who',
    label: 'Who',
    width: 170,
    cell: (row) => (
      <>
        <Text $truncate>{whoName(row)}</Text>
        {sourceName(row) !== whoName(row) && <SubLine>{sourceName(row)}</SubLine>}
      </>
    ),
  },
  {
    id: 'values',
    label: 'Before and after',
    width: 230,
    cell: (row) => {
      const [first] = row.changes;
      if (!first || row.action === 'created') return '–';
      return (
        <>
          <ChangeValues change={first} />
          {row.changes.length > 1 && <SubLine>and {row.changes.length - 1} more</SubLine>}
        </>
      );
    },
  },
  {
    id: 'effect',
    label: 'Effect',
    width: 160,
    cell: (row) => {
      const [first, ...rest] = effectTexts(row);
      if (!first) return '–';
      return (
        <>
          {first}
          {rest.length > 0 && <SubLine>{rest.join(', ')}</SubLine>}
        </>
      );
    },
  },
  {
    id: 'undo',
    label: 'Undo',
    width: 116,
    cell: (row) =>
      row.undo === 'possible' ? (
        <Button
          size="small"
          icon="undo"
          loading={busy === row.id}
          onClick={() => onUndo(row)}
          aria-label={`Undo ${changeTitle(row)} of ${row.object.label}`}
        >
          Undo
        </Button>
      ) : (
        <Text $tone="muted">{undoWords[row.undo]}</Text>
      ),
  },
];

function Changes({ list }: { list: ReturnType<typeof useHistory> }) {
  const { timeZone } = useUi();
  const { undo, isUndoing } = useUndo();
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (row: AuditEntryView) => {
    setBusy(row.id);
    await undo(row.id);
    setBusy(null);
  };
  const columns = changeColumns({
    timeZone,
    busy: isUndoing ? busy : null,
    onOpen: (row) => list.setOpen(row.id),
    onUndo: (row) => void run(row),
  });
  return (
    <DataTable<AuditEntryView>
      label="Change history"
      columns={columns}
      rows={list.rows}
      rowId={(row) => row.id}
      rowLabel={(row) => `${changeTitle(row)}, ${row.object.label}`}
      loading={list.isLoading}
      error={list.problem}
      view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'two-lines' }}
      filtered={list.isFiltered}
      onRowOpen={(row) => list.setOpen(row.id)}
      empty={
        <EmptyState icon="clock" title="No change yet">
          Each change of a setting, a mailbox, a member or a key is shown here with who made it.
        </EmptyState>
      }
      emptyFiltered={
        <EmptyState
          icon="filter"
          title="No change matches"
          actions={<Button onClick={list.clear}>Clear filters</Button>}
        >
          Change or clear the filters to see more.
        </EmptyState>
      }
      paging={list.paging}
    />
  );
}
