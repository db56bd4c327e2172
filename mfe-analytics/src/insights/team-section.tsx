import { styled } from 'styled-components';
import type { TeamRow } from '@skein/contracts/analytics/insights.contract';
import type { Narrowing } from '@skein/contracts/analytics/narrowing';
import { Card } from '@skein/ui/card';
import { CategoryBadge, categoryLook } from '@skein/ui/category-badge';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Stat, Stats } from '@skein/ui/stat';
import { useAnswers } from './insight-reads.hooks';
import { Distribution } from './distribution';
import { FigureButton } from '../figure-rows/figure-button';
import { ExportTable } from './export-table';
import type { Insights } from './insights.hooks';
import { LateGrid } from './late-grid';
import { Problem } from './problem-card';
import { lengthText } from './span-text';

const number = (count: number) => count.toLocaleString('en-US');
const share = (count: number, of: number) => (of === 0 ? null : `${((count / of) * 100).toFixed(1)}%`);
const dash = (count: number) => (count === 0 ? '–' : number(count));

/** Opens positive replies, or meeting requests, of one kind: of a person or a category. */
type Open = (narrow: Narrowing, of: { name: string }, figure?: 'positive' | 'meetings') => void;
/** Who answered, as the list of rows names them. Replies that are assigned to no one were answered by no one. */
const answeredBy = ({ kind, user_id: id }: TeamRow): Narrowing =>
  kind === 'mailbox' ? { answered_by: 'mailbox' } : { answered_by: id ?? 'mailbox' };

const Beside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 422px;
  gap: var(--s-4);
  align-items: start;
  @media (max-width: 1000px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Parts = styled.span`
  display: flex;
  gap: 2px;
  height: 12px;
`;
const BadgeButton = styled.button.attrs({ type: 'button' })`
  border-radius: var(--r-2);
  cursor: pointer;
`;
const Part = styled.span<{ $hue: string; $share: number }>`
  border-radius: 2px;
  min-width: 2px;
  width: ${({ $share }) => $share * 100}%;
  background: var(${({ $hue }) => $hue});
`;

/** What somebody answered, by category: as long as it is of the most that anybody answered. */
function CategoryParts({ row, top }: { row: TeamRow; top: number }) {
  if (row.categories.length === 0) return '–';
  return (
    <Parts role="img" aria-label={row.categories.map(({ name, count }) => `${name} ${count}`).join(', ')}>
      {row.categories.map(({ category_id, name, count }) => (
        <Part
          key={String(category_id)}
          title={`${name} ${count}`}
          $hue={`--cat-${categoryLook(category_id).hue}`}
          $share={count / top}
        />
      ))}
    </Parts>
  );
}

const figureOf = (row: TeamRow, count: number, { label, open }: { label: string; open: () => void }) => (
  <FigureButton text={dash(count)} label={`${label}, ${row.name}`} count={count} onOpen={open} />
);

const columns = (top: number, open: Open): DataTableColumn<TeamRow>[] => [
  { id: 'name', label: 'Person', fixed: true, flexible: true, minWidth: 160, cell: (row) => row.name },
  {
    id: 'answered',
    label: 'Answered',
    align: 'end',
    width: 100,
    cell: (row) => figureOf(row, row.answered, { label: 'Answered', open: () => open(answeredBy(row), row) }),
  },
  {
    id: 'what',
    label: 'Who answered what',
    width: 200,
    phone: 'hidden',
    cell: (row) => <CategoryParts row={row} top={top} />,
  },
  {
    id: 'meetings',
    label: 'Meeting requests',
    align: 'end',
    width: 140,
    cell: (row) =>
      figureOf(row, row.meetings, { label: 'Meeting requests', open: () => open(answeredBy(row), row, 'meetings') }),
  },
  {
    id: 'median',
    label: 'Median time',
    align: 'end',
    width: 120,
    cell: (row) => (
      <FigureButton
        text={lengthText(row.median_seconds)}
        label={`Median time, ${row.name}`}
        count={row.answered}
        onOpen={() => open(answeredBy(row), row)}
      />
    ),
  },
  {
    id: 'in_time',
    label: 'In 4 h, of those answered',
    definition: 'Of the replies that this person answered, the share answered within four hours.',
    align: 'end',
    width: 190,
    cell: (row) => (
      <FigureButton
        text={share(row.in_time, row.answered) ?? '–'}
        label={`In 4 h, ${row.name}`}
        count={row.in_time}
        onOpen={() => open({ ...answeredBy(row), answer: 'in_time' }, row)}
      />
    ),
  },
  {
    id: 'late',
    label: 'Late',
    definition: 'Answered after more than four hours.',
    align: 'end',
    width: 80,
    cell: (row) =>
      figureOf(row, row.late, {
        label: 'Late',
        open: () => open({ ...answeredBy(row), answer: 'answered_late' }, row),
      }),
  },
  {
    id: 'open_late',
    label: 'Open over 4 h',
    definition: 'Assigned to this person, unanswered, and older than four hours.',
    align: 'end',
    width: 130,
    cell: (row) =>
      figureOf(row, row.open_late, {
        label: 'Open over 4 h',
        open: () => open({ answer: 'open_late', assigned_to: row.user_id ?? 'none' }, row),
      }),
  },
];

function TeamBoard({ insights }: { insights: Insights }) {
  const { data, isLoading } = useAnswers(insights);
  const team = data?.team ?? [];
  const open: Open = (narrow, { name }, figure = 'positive') => insights.change({ figure, narrow, of: name });
  const kinds = new Map(team.flatMap(({ categories }) => categories).map((one) => [one.category_id, one.name]));
  const countOf = (id: number | null) =>
    team.reduce((sum, row) => sum + (row.categories.find(({ category_id }) => category_id === id)?.count ?? 0), 0);
  return (
    <Card
      title="Team board"
      padded={false}
      actions={
        <>
          {[...kinds].map(([id, name]) => (
            <BadgeButton
              key={String(id)}
              aria-label={`${countOf(id)} answered, ${name}`}
              onClick={() => open({ answer: 'answered', category: id ?? 'none' }, { name })}
            >
              <CategoryBadge id={id} name={`${name} ${countOf(id)}`} />
            </BadgeButton>
          ))}
          <ExportTable
            name="Team board"
            header={[
              'Person',
              'Answered',
              'Meeting requests',
              'Median seconds',
              'In 4 h, of those answered',
              'Late',
              'Open over 4 h',
            ]}
            rows={data?.team.map((row) => [
              row.name,
              row.answered,
              row.meetings,
              row.median_seconds,
              row.in_time,
              row.late,
              row.open_late,
            ])}
          />
        </>
      }
    >
      <DataTable<TeamRow>
        label="Team board"
        gutter={16}
        rows={team}
        rowId={(row) => `${row.kind} ${row.user_id}`}
        rowLabel={(row) => row.name}
        loading={isLoading}
        empty={
          <EmptyState level={3} icon="users" title="No answers yet">
            Team members who answer positive replies appear here.
          </EmptyState>
        }
        columns={columns(Math.max(1, ...team.map(({ answered }) => answered)), open)}
      />
    </Card>
  );
}

/** How fast the team answers positive replies, when the late ones arrived, and who answered. */
export function TeamSection({ insights }: { insights: Insights }) {
  const { data, isReading, problem } = useAnswers(insights);
  if (problem) return <Problem {...problem} />;
  const due = data ? data.in_time + data.late : 0;
  const before = data ? data.previous.in_time + data.previous.late : 0;
  const open = (narrow: Narrowing) => insights.change({ figure: 'positive', narrow });
  return (
    <>
      <Stats style={{ flex: 'none' }}>
        <Stat
          label="Positive replies"
          definition="Leads whose first reply arrived in this period and whose category is positive."
          value={data ? number(data.positive) : null}
          detail={data && `${number(data.previous.positive)} in the previous period`}
          onOpen={() => insights.change({ figure: 'positive' })}
          loading={!data}
        />
        <Stat
          label="Answered"
          definition="Positive replies you answered, here or from another mail client."
          value={data ? number(data.answered) : null}
          detail={data && `${number(data.previous.answered)} in the previous period`}
          onOpen={() => open({ answer: 'answered' })}
          loading={!data}
        />
        <Stat
          label="Median time to answer"
          definition="Half of your answers were sent sooner than this after the reply, half later."
          value={data ? lengthText(data.times.median_seconds) : null}
          detail={data && data.times.count > 0 ? `9 in 10 within ${lengthText(data.times.p90_seconds)}` : undefined}
          onOpen={() => open({ answer: 'answered' })}
          loading={!data}
        />
        <Stat
          label="Answered within 4 h"
          definition="Share of positive replies answered within four hours. Replies that are younger and still unanswered are left out."
          value={data ? share(data.in_time, due) : null}
          detail={
            data && `${number(data.in_time)} of ${number(due)}, was ${share(data.previous.in_time, before) ?? '–'}`
          }
          onOpen={() => open({ answer: 'in_time' })}
          loading={!data}
        />
        <Stat
          label="Late"
          definition="Answered after more than four hours, or unanswered and older than that."
          value={data ? number(data.late) : null}
          detail={data && `${number(data.previous.late)} in the previous period`}
          onOpen={() => open({ answer: 'late' })}
          loading={!data}
        />
        <Stat
          label="Unanswered"
          definition="Positive replies of this period without an answer."
          value={data ? number(data.positive - data.answered) : null}
          onOpen={() => open({ answer: 'unanswered' })}
          loading={!data}
        />
      </Stats>
      <Beside>
        <Distribution
          title="Time from reply to answer"
          times={data?.times}
          loading={isReading}
          onOpen={({ from_seconds: from, to_seconds: to }) =>
            open({ answer_from: from, ...(to === null ? {} : { answer_to: to }) })
          }
        />
        <LateGrid
          late={data?.late_arrivals ?? []}
          total={data?.late ?? 0}
          onOpen={(at) => open({ answer: 'late', ...at })}
        />
      </Beside>
      <TeamBoard insights={insights} />
    </>
  );
}
