import { styled } from 'styled-components';
import { placementLimits, type PlacementTally } from '@skein/contracts/smart-delivery/placement-shapes';
import { StackedProgress } from '@skein/ui/progress';
import { SubLine } from '@skein/ui/text';
import { wholePercents } from './whole-percents';

/** Where emails landed, in one bar with its figures. */
export function PlacementBar({
  tally,
  label,
  isOpen = false,
}: {
  tally: PlacementTally;
  label: string;
  /** The run has not ended: no share is known yet. */ isOpen?: boolean;
}) {
  const known = tally.inbox + tally.tab + tally.spam + tally.missing + tally.failed;
  if (known === 0) return <>–</>;
  const [inbox, tabs, spam] = wholePercents([tally.inbox, tally.tab, tally.spam, tally.missing + tally.failed]);
  return (
    <Bar>
      <StackedProgress
        label={label}
        max={isOpen ? tally.mails : known}
        size={4}
        parts={[
          { id: 'inbox', label: 'Inbox', value: tally.inbox, tone: 'success' },
          { id: 'tab', label: 'Tabs', value: tally.tab, tone: 'warning' },
          { id: 'spam', label: 'Spam', value: tally.spam, tone: 'danger' },
          { id: 'missing', label: 'Missing or refused', value: tally.missing + tally.failed, tone: 'off' },
        ]}
      />
      <SubLine>
        {isOpen
          ? `${tally.inbox} inbox · ${tally.tab} tabs · ${tally.spam} spam so far`
          : `${inbox}% inbox · ${tabs}% tabs · ${spam}% spam`}
      </SubLine>
    </Bar>
  );
}
const Bar = styled.div`
  display: grid;
  gap: var(--s-1);
  min-width: 150px;
`;

const width = 64;
const height = 18;
/** Placement of the newest runs as a line, with the mark from which a run passes. */
export function Trend({
  scores,
  mark = placementLimits.passPercent,
}: {
  scores: readonly (number | null)[];
  mark?: number;
}) {
  const known = scores.flatMap((score, index) => (score === null ? [] : [{ score, index }]));
  const [last, before] = [known.at(-1), known.at(-2)];
  if (!last || !before) return <>–</>;
  const x = (index: number) => (scores.length < 2 ? 0 : (index / (scores.length - 1)) * (width - 4) + 2);
  const y = (score: number) => height - 2 - (score / 100) * (height - 4);
  const change = last.score - before.score;
  return (
    <Line>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`Placement of the last ${known.length} runs: ${known.map(({ score }) => `${score}%`).join(', ')}`}
      >
        <line x1={0} x2={width} y1={y(mark)} y2={y(mark)} stroke="var(--border-control)" strokeDasharray="2 2" />
        <polyline
          points={known.map(({ score, index }) => `${x(index)},${y(score)}`).join(' ')}
          fill="none"
          stroke="var(--muted)"
          strokeWidth={1.5}
        />
        <circle
          cx={x(last.index)}
          cy={y(last.score)}
          r={2}
          fill={last.score >= mark ? 'var(--success)' : 'var(--danger)'}
        />
      </svg>
      <span>{change === 0 ? '0 pt' : `${change > 0 ? '+' : '−'}${Math.abs(change)} pt`}</span>
    </Line>
  );
}
const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--s-2);
  color: var(--muted);
  font-variant-numeric: tabular-nums;
`;
