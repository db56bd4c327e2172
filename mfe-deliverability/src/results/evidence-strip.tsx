import { styled } from 'styled-components';
import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import type { PlacementLine } from '@skein/contracts/smart-delivery/placement-summary';
import { Progress } from '@skein/ui/progress';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { hasPassed } from './pass-mark';

/** Placement by a name, worst first; what has no result yet is left out. */
function linesOf(figures: readonly PlacementLine[]): PlacementLine[] {
  const lines = new Map<string, PlacementLine>();
  for (const { name, known, good } of figures) {
    const line = lines.get(name) ?? { name, known: 0, good: 0 };
    lines.set(name, { name, known: line.known + known, good: line.good + good });
  }
  return [...lines.values()]
    .filter(({ known }) => known > 0)
    .sort((one, other) => one.good / one.known - other.good / other.known);
}
const scoreOf = ({ known, good }: Pick<PlacementLine, 'known' | 'good'>) => Math.round((100 * good) / known);
/** The worst, and the best to compare it with. */
const ends = (lines: PlacementLine[]): PlacementLine[] =>
  lines.length > 2 ? [lines[0] as PlacementLine, lines.at(-1) as PlacementLine] : lines;

/**
 * What the diagnosis rests on: the same emails by copy, domain, mailbox and provider. Until the run ends, `isOpen`, it
 * counts and judges nothing.
 */
export function EvidenceStrip({ report, isOpen }: { report: PlacementReport; isOpen: boolean }) {
  const { summary } = report;
  const { cause: found } = report.diagnosis;
  // A run that passed has nothing to explain, and an open one is not judged yet.
  const cause = isOpen || (hasPassed(report) && found !== 'NOTHING') ? 'UNCLEAR' : found;
  const columns = [
    {
      title: 'Copy',
      isCause: cause === 'COPY',
      lines: ends(
        linesOf(
          summary.by_copy.map(({ kind, variant, ...figures }) => ({
            ...figures,
            name: kind === 'CONTROL' ? 'Control email' : variant === null ? 'This copy' : `Variant ${variant}`,
          })),
        ),
      ),
    },
    {
      title: 'Domain',
      isCause: cause === 'INFRASTRUCTURE',
      lines: ends(
        linesOf(summary.by_sender.map(({ name, ...figures }) => ({ ...figures, name: name.split('@')[1] ?? name }))),
      ),
    },
    { title: 'Mailbox', isCause: cause === 'MAILBOX', lines: ends(linesOf(summary.by_sender)) },
    { title: 'Provider', isCause: cause === 'PROVIDER', lines: ends(linesOf(summary.by_provider)) },
  ];
  if (columns.every(({ lines }) => lines.length === 0)) return null;
  return (
    <Strip>
      {columns.map(({ title, isCause, lines }) => (
        <Column key={title} $isCause={isCause} aria-label={title}>
          <header>
            <b>{title}</b>
            {title !== 'Copy' && report.control !== null && <SubLine>with control emails</SubLine>}
            {cause !== 'UNCLEAR' &&
              (isCause ? (
                <StateStatus state="failed">The cause</StateStatus>
              ) : (
                <SubLine>
                  {cause !== 'NOTHING'
                    ? 'Not the cause'
                    : lines.every((line) => scoreOf(line) >= report.pass_percent)
                      ? 'Good'
                      : `Below ${report.pass_percent}%`}
                </SubLine>
              ))}
          </header>
          {lines.map(({ name, known, good }) => {
            const score = scoreOf({ known, good });
            return (
              <div key={name} data-line>
                <span title={name}>{name}</span>
                <Progress
                  label={`${name}, placed`}
                  value={good}
                  max={known}
                  tone={isOpen ? 'neutral' : score >= report.pass_percent ? 'success' : 'danger'}
                />
                <span data-figure>{isOpen ? `${good} of ${known}` : `${score}%`}</span>
              </div>
            );
          })}
        </Column>
      ))}
    </Strip>
  );
}

const Strip = styled.div`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  border-top: 1px solid var(--border);
  @media (max-width: 1100px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @media (max-width: 720px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Column = styled.section<{ $isCause: boolean }>`
  min-width: 0;
  padding: var(--s-3) var(--s-4);
  margin: -1px 0 0 -1px;
  border-left: 1px solid var(--border);
  border-top: 1px solid var(--border);
  background: ${({ $isCause }) => ($isCause ? 'var(--danger-soft)' : 'transparent')};
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-2);
    min-height: 20px;
    margin-bottom: var(--s-2);
  }
  & > [data-line] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 56px minmax(40px, max-content);
    align-items: center;
    gap: var(--s-2);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    min-height: 22px;
    & > span:first-child {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }
  [data-figure] {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
`;
