import { useState } from 'react';
import type { PlacementReport, PlacementTally } from '@skein/contracts/smart-delivery/placement-shapes';
import type { PlacementComparison } from '@skein/contracts/smart-delivery/placement-reports.contract';
import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { InstantText } from '@skein/ui/instant-text';
import { Row, Stack } from '@skein/ui/layout';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Select } from '@skein/ui/select';
import { Stat, Stats } from '@skein/ui/stat';
import { SubLine } from '@skein/ui/text';
import { LoadProblem } from '@skein/ui/load-problem';
import { percent } from '../parts';
import { useComparison } from '../placement.hooks';

/** The history of a test, and two of its runs side by side. */
export function RunsView({ report, onRun }: { report: PlacementReport; onRun: (run: number) => void }) {
  const runs = report.history;
  const share = (run: PlacementTally, part: number) => {
    const known = run.inbox + run.tab + run.spam + run.missing + run.failed;
    return known === 0 ? null : Math.round((100 * part) / known);
  };
  if (runs.length === 0)
    return <EmptyState title="No run yet">The history appears with the first run of this test.</EmptyState>;
  return (
    <>
      <Card>
        <Chart
          title="Placement by run"
          kind="stacked"
          categoryLabel="Run"
          maximum={100}
          categories={runs.map(({ number }) => `Run ${number}`)}
          formatValue={(value) => `${value}%`}
          onOpen={(index) => runs[index] && onRun(runs[index].number)}
          series={[
            { id: 'inbox', label: 'Inbox', tone: 'success', values: runs.map((run) => share(run, run.inbox)) },
            { id: 'tab', label: 'Tabs', tone: 'warning', values: runs.map((run) => share(run, run.tab)) },
            { id: 'spam', label: 'Spam', tone: 'danger', values: runs.map((run) => share(run, run.spam)) },
            {
              id: 'missing',
              label: 'Missing or refused',
              tone: 'chart-neutral',
              values: runs.map((run) => share(run, run.missing + run.failed)),
            },
          ]}
        />
      </Card>
      {runs.length > 1 && <Comparison report={report} />}
      <Card title="Runs" detail={runs.length} padded={false}>
        <DataTable
          label="Runs"
          gutter={16}
          rows={runs.toReversed()}
          rowId={({ number }) => String(number)}
          rowLabel={({ number }) => `Run ${number}`}
          onRowOpen={({ number }) => onRun(number)}
          empty={null}
          columns={[
            { id: 'run', label: 'Run', fixed: true, cell: ({ number }) => `Run ${number}` },
            {
              id: 'at',
              label: 'Started',
              width: 150,
              cell: ({ started_at: at }) => <InstantText at={at} />,
            },
            { id: 'score', label: 'Placement', align: 'end', cell: ({ score }) => percent(score) },
            { id: 'spam', label: 'Spam', align: 'end', cell: ({ spam }) => spam },
            { id: 'missing', label: 'Missing', align: 'end', cell: ({ missing }) => missing },
          ]}
        />
      </Card>
    </>
  );
}

interface RunChoiceProps {
  label: string;
  value: number;
  /** The run it is compared with, which is not offered. */
  other: number;
  numbers: number[];
  onChange(number: number): void;
}

function RunChoice({ label, value, other, numbers, onChange }: RunChoiceProps) {
  return (
    <div style={{ flex: '0 1 168px', minWidth: 0 }}>
      <Select
        aria-label={label}
        value={String(value)}
        options={numbers
          .filter((number) => number !== other)
          .map((number) => ({ value: String(number), label: `Run ${number}` }))}
        onValueChange={(chosen) => onChange(Number(chosen))}
      />
    </div>
  );
}

function Comparison({ report }: { report: PlacementReport }) {
  const known = report.history.filter(({ score }) => score !== null);
  const numbers = (known.length > 1 ? known : report.history).map(({ number }) => number);
  const [[earlier, later], setPair] = useState<[number, number]>([numbers.at(-2) as number, numbers.at(-1) as number]);
  const { comparison, problem } = useComparison(report.id, later, earlier);
  return (
    <Card title="Compare two runs" padded={false}>
      <Stack $gap={3} style={{ padding: '0 16px 16px' }}>
        <Row>
          <RunChoice
            label="First run"
            value={earlier}
            other={later}
            numbers={numbers}
            onChange={(number) => setPair([number, later])}
          />
          <SubLine>with</SubLine>
          <RunChoice
            label="Second run"
            value={later}
            other={earlier}
            numbers={numbers}
            onChange={(number) => setPair([earlier, number])}
          />
        </Row>
        {problem && <LoadProblem title="Could not compare the runs" {...problem} />}
        {!comparison && !problem && (
          <Loading label="Comparing the runs">
            <SkeletonRows rows={4} />
          </Loading>
        )}
        {comparison && <Changes comparison={comparison} />}
      </Stack>
    </Card>
  );
}

const pointsOf = (before: PlacementTally | null, after: PlacementTally | null): number | null =>
  before?.score == null || after?.score == null ? null : after.score - before.score;
const signed = (points: number | null) =>
  points === null ? '–' : points === 0 ? '0 pt' : `${points > 0 ? '+' : '−'}${Math.abs(points)} pt`;

function Changes({ comparison }: { comparison: PlacementComparison }) {
  const [before, after] = comparison.runs;
  if (!before || !after) return null;
  const rows = [
    ...comparison.by_provider.map((row) => ({ ...row, kind: /* text */ 'Provider' })),
    ...comparison.by_region.map((row) => ({ ...row, kind: /* text */ 'Region' })),
    ...comparison.by_sender.map((row) => ({ ...row, kind: /* text */ 'Mailbox' })),
  ];
  return (
    <>
      <Stats>
        <Stat label={`Run ${before.number}`} value={percent(before.score)} />
        <Stat label={`Run ${after.number}`} value={percent(after.score)} detail={signed(pointsOf(before, after))} />
        {comparison.checks.map((check) => (
          <Stat
            key={check.check}
            label={`${check.check} passes`}
            value={`${check.after.passed} of ${check.after.of}`}
            detail={`${check.before.passed} of ${check.before.of} in run ${before.number}`}
          />
        ))}
      </Stats>
      {comparison.lists.map(({ subject, list, is_new: isNew }) => (
        <Row key={`${subject} ${list}`} $wrap>
          <Badge tone={isNew ? 'danger' : 'success'}>{isNew ? 'Newly listed' : 'No longer listed'}</Badge>
          <span>
            {subject} on {list}
          </span>
        </Row>
      ))}
      <DataTable
        label="Changes"
        gutter={16}
        rows={rows}
        rowId={(row) => `${row.kind} ${row.name}`}
        rowLabel={({ name }) => name}
        empty={null}
        columns={[
          { id: 'name', label: 'Changed', fixed: true, minWidth: 180, cell: ({ name }) => name },
          { id: 'kind', label: 'Kind', width: 110, cell: ({ kind }) => kind },
          {
            id: 'before',
            label: `Run ${before.number}`,
            align: 'end',
            cell: (row) => percent(row.before?.score ?? null),
          },
          { id: 'after', label: `Run ${after.number}`, align: 'end', cell: (row) => percent(row.after?.score ?? null) },
          { id: 'points', label: 'Change', align: 'end', cell: (row) => signed(pointsOf(row.before, row.after)) },
        ]}
      />
    </>
  );
}
