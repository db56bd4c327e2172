import { useParams } from 'react-router-dom';
import type { z } from 'zod';
import {
  verificationReasonTexts,
  verificationResults,
  type VerificationResult,
} from '@skein/contracts/main/verification-results';
import type { verifiedAddress } from '@skein/contracts/main/verification.contract';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { RunCard } from '@skein/mfe/run-card';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterSearch } from '@skein/ui/filter-bar';
import { Stack } from '@skein/ui/layout';
import { BareLink } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Stat, Stats } from '@skein/ui/stat';
import { Switch } from '@skein/ui/switch';
import { counted } from '@skein/ui/counted';
import { firstPage, useKeysetPages } from '../keyset-pages';
import { ChoiceFilter, LeadSearch } from '../overview/lead-list/lead-filters';
import { resultTones, resultWords } from './result-labels';
import { ResultStatus } from './result-status';
import { RunStatus } from './run-status';
import { runStatusOf, useRun, useRunAddresses } from './verification.hooks';

type Address = z.output<typeof verifiedAddress>;
const choices = [
  ...verificationResults.map((value) => ({
    value: value as VerificationResult | 'WAITING',
    label: resultWords[value],
  })),
  { value: 'WAITING' as const, label: 'Waiting' },
];
const pageSize = 50;

/** One run: how far it is, what came of each address, and whether the invalid ones are mailed. */
export function VerificationPage() {
  const { run, verificationId, isGone, problem, retry, stop, stopping, block, blocking } = useRun(
    useParams().verificationId,
  );
  const mayWrite = useAccess().may('lead.write');
  usePage([
    { label: 'Leads', to: '/app/leads/all' },
    { label: 'Verification', to: '/app/leads/verification' },
    { label: run?.name ?? 'Run' },
  ]);
  if (isGone) return <NotFoundPage />;
  if (!run && problem)
    return (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="The run could not be loaded."
          actions={
            <Button size="small" icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      </PageBody>
    );
  if (!run) return <PageSkeleton />;
  const running = run.status === 'IN_PROGRESS';
  return (
    <>
      <PageHeader
        title={run.name}
        detail={`${run.done.toLocaleString('en-US')} of ${counted(run.total, 'address', 'addresses')}, ${counted(run.charged, 'credit')}`}
        status={<RunStatus run={run} />}
      />
      <PageBody style={{ flex: 'none' }}>
        <Stack $gap={3}>
          <RunCard
            run={{ ...run, status: runStatusOf(run), can_cancel: run.can_cancel && mayWrite }}
            title="Results"
            label="Results"
            parts={verificationResults.map((result) => ({
              id: result,
              label: resultWords[result],
              value: run.counts[result] ?? 0,
              tone: resultTones[result],
            }))}
            stoppedTitle="The run ended early."
            row="address"
            rows="addresses"
            rowsDone="verified"
            onStop={stop}
            isStopping={stopping}
          >
            <Stats>
              {verificationResults.map((result) => (
                <Stat
                  key={result}
                  size="small"
                  label={resultWords[result]}
                  value={(run.counts[result] ?? 0).toLocaleString('en-US')}
                />
              ))}
            </Stats>
          </RunCard>
          <Switch
            label="Invalid addresses are not emailed"
            hint="They are on the block list, and their open sequences end. Turn this off to remove them from the list; ended sequences stay ended."
            checked={run.blocks_invalid}
            disabled={!mayWrite || blocking}
            onCheckedChange={block}
          />
        </Stack>
      </PageBody>
      <Addresses verificationId={verificationId} isRunning={running} />
    </>
  );
}

function Addresses({ verificationId, isRunning }: { verificationId: number; isRunning: boolean }) {
  const [query, setQuery] = useSearchParams();
  const pages = useKeysetPages();
  const search = query.get('search') ?? '';
  const chosen = (query.get('results') ?? '')
    .split(',')
    .filter((name) => choices.some((choice) => choice.value === name)) as (VerificationResult | 'WAITING')[];
  const set = (name: string, value: string) =>
    setQuery(
      (current) => {
        if (value) current.set(name, value);
        else current.delete(name);
        return firstPage(current);
      },
      { replace: true },
    );
  const { data, rows, isLoading, error } = useRunAddresses(
    verificationId,
    { results: chosen, search },
    { cursor: pages.cursor, limit: pageSize, isRunning },
  );
  const columns: DataTableColumn<Address>[] = [
    {
      id: 'email',
      label: 'Address',
      fixed: true,
      flexible: true,
      minWidth: 200,
      cell: (row) => <BareLink href={`/app/lead/${row.lead_id}/view`}>{row.email}</BareLink>,
    },
    {
      id: 'result',
      label: 'Result',
      width: 110,
      phone: 'status',
      cell: (row) => <ResultStatus result={row.result}>Waiting</ResultStatus>,
    },
    {
      id: 'reason',
      label: 'Why',
      flexible: true,
      minWidth: 280,
      cell: (row) => (
        <span title={row.detail ?? undefined}>{row.reason ? verificationReasonTexts[row.reason] : '–'}</span>
      ),
    },
    {
      id: 'charged',
      label: 'Credits',
      align: 'end',
      width: 80,
      phone: 'hidden',
      cell: (row) => (row.is_charged ? '1' : '0'),
    },
  ];
  return (
    <>
      <FilterBar>
        <FilterSearch>
          <LeadSearch label="Search addresses" value={search} onChange={(text) => set('search', text)} />
        </FilterSearch>
        <ChoiceFilter
          label="Result"
          choices={choices}
          chosen={chosen}
          onChange={(next) => set('results', next.join(','))}
        />
      </FilterBar>
      <DataTable<Address>
        label="Addresses of the run"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.lead_id)}
        rowLabel={(row) => row.email}
        loading={isLoading}
        error={error}
        filtered={search !== '' || chosen.length > 0}
        {...(data && !data.total_is_capped ? { total: data.total } : {})}
        empty={
          <EmptyState icon="users" title="No addresses">
            Leads deleted since then are not shown.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState icon="filter" title="No address matches">
            Choose another result to see the rest.
          </EmptyState>
        }
        paging={{
          ...pages.pagingOf(rows.length, data?.next_cursor),
          ...(data && !data.total_is_capped ? { total: data.total } : {}),
        }}
      />
    </>
  );
}
