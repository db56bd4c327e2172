import type { PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';
import { counted } from '@skein/ui/counted';
import type { DataTableColumn } from '@skein/ui/data-table';
import { InstantText } from '@skein/ui/instant-text';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { isOnItsWay, soFar, TestStatus } from '../parts';
import { PlacementBar, Trend } from '../placement-bar';
import { scheduleWords } from './schedule-labels';

type Column = DataTableColumn<PlacementTestRow>;

/** How far the newest run is from its pass mark. */
function distanceOf({ latest, pass_percent: mark, runs, status }: PlacementTestRow): string {
  if (status === 'DRAFT') return 'Not started';
  if (isOnItsWay({ status, runs }) && latest.score !== null) return soFar(latest);
  if (latest.score === null) return runs === 0 ? 'No run yet' : 'No email found yet';
  const points = latest.score - mark;
  return points === 0 ? 'At the pass mark' : `${Math.abs(points)} pt ${points > 0 ? 'above' : 'below'} the mark`;
}

/** Whether an automatic test goes on. */
function State({ row }: { row: PlacementTestRow }) {
  if (row.status === 'DRAFT') return '–';
  const [state, word, detail] = isOnItsWay(row)
    ? (['started', 'Running', row.latest.waiting > 0 ? `${row.latest.waiting} to go` : 'control emails to go'] as const)
    : row.is_stopped
      ? (['stopped', 'Stopped', 'results are kept'] as const)
      : row.is_paused
        ? (['paused', 'Paused', 'until you resume it'] as const)
        : row.next_run_at === null
          ? (['completed', 'Ended', 'as planned'] as const)
          : (['active', 'Active', scheduleWords(row)] as const);
  return (
    <>
      <StateStatus state={state}>{word}</StateStatus>
      <SubLine>{detail}</SubLine>
    </>
  );
}

const senders = (row: PlacementTestRow) =>
  row.senders === 0 ? '' : ` · ${counted(row.senders, 'mailbox', 'mailboxes')}`;

/** Columns of a list of tests; those of automatic ones say when they run. */
export function testColumns(isAuto: boolean): Column[] {
  const instant = (at: string | null) => (at === null ? '–' : <InstantText at={at} />);
  return [
    {
      id: 'name',
      label: 'Test',
      fixed: true,
      minWidth: 200,
      cell: (row) => (
        <>
          {row.name}
          <SubLine>
            {row.campaign ?? (row.is_self_sent ? 'Sent with another tool' : 'No campaign')}
            {senders(row)}
          </SubLine>
        </>
      ),
    },
    {
      id: 'status',
      label: 'Last result',
      definition: 'A run passes when enough of its emails reach an inbox or a tab. Each test has its own pass mark.',
      width: 150,
      phone: 'status',
      cell: (row) => (
        <>
          <TestStatus test={row} />
          <SubLine>{distanceOf(row)}</SubLine>
        </>
      ),
      phoneCell: (row) => <TestStatus test={row} />,
    },
    {
      id: 'bar',
      label: 'Where emails landed',
      width: 220,
      cell: (row) => <PlacementBar tally={row.latest} isOpen={isOnItsWay(row)} label={`Placement of ${row.name}`} />,
    },
    ...(isAuto
      ? [
          {
            id: 'trend',
            label: 'Last 10 runs',
            width: 140,
            cell: (row) => <Trend scores={row.trend} mark={row.pass_percent} />,
            phoneCell: (row) => (row.trend.length < 2 ? null : <Trend scores={row.trend} mark={row.pass_percent} />),
          } satisfies Column,
          { id: 'state', label: 'State', width: 150, cell: (row) => <State row={row} /> } satisfies Column,
        ]
      : []),
    {
      id: 'last',
      label: 'Last run',
      width: 130,
      cell: (row) => (
        <>
          {row.runs === 0 ? '–' : `Run ${row.runs}`}
          {row.last_run_at !== null && <SubLine>{instant(row.last_run_at)}</SubLine>}
        </>
      ),
    },
    ...(isAuto
      ? [
          {
            id: 'next',
            label: 'Next run',
            width: 130,
            cell: (row) => instant(row.next_run_at),
            phoneCell: (row) => (row.next_run_at === null ? null : <>Next run {instant(row.next_run_at)}</>),
          } satisfies Column,
        ]
      : []),
    { id: 'seeds', label: 'Seeds', align: 'end', width: 80, hiddenByDefault: isAuto, cell: ({ seeds }) => seeds },
  ];
}
