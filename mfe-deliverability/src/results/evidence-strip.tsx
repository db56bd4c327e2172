import { styled } from 'styled-components';
import type { PlacementMailRow, PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Progress } from '@skein/ui/progress';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { hasPassed } from './passed-words';

interface Line {
  name: string;
  known: number;
  good: number;
}
const isKnown = ({ landed, state }: PlacementMailRow) => landed !== null || state === 'FAILED';
const isGood = ({ landed }: PlacementMailRow) => landed === 'INBOX' || landed === 'TAB';

/** Placement by a name, worst first; what has no result yet is left out. */
function linesOf(mails: readonly PlacementMailRow[], nameOf: (mail: PlacementMailRow) => string): Line[] {
  const lines = new Map<string, Line>();
  for (const mail of mails.filter(isKnown)) {
    const line = lines.get(nameOf(mail)) ?? { name: nameOf(mail), known: 0, good: 0 };
    line.known += 1;
    line.good += isGood(mail) ? 1 : 0;
    lines.set(line.name, line);
  }
  return [...lines.values()].sort((one, other) => one.good / one.known - other.good / other.known);
}
/** The worst, and the best to compare it with. */
const ends = (lines: Line[]): Line[] => (lines.length > 2 ? [lines[0] as Line, lines.at(-1) as Line] : lines);

/** What the diagnosis rests on: the same emails by copy, domain, mailbox and provider. */
export function EvidenceStrip({ report }: { report: PlacementReport }) {
  const { mails } = report;
  const { cause: found } = report.diagnosis;
  // A run that passed has nothing to explain.
  const cause = hasPassed(report) && found !== 'NOTHING' ? 'UNCLEAR' : found;
  const columns = [
    {
      title: 'Copy',
      isCause: cause === 'COPY',
      lines: ends(
        linesOf(mails, ({ kind, variant }) =>
          kind === 'CONTROL' ? 'Control email' : variant === null ? 'This copy' : `Variant ${variant}`,
        ),
      ),
    },
    {
      title: 'Domain',
      isCause: cause === 'INFRASTRUCTURE',
      lines: ends(linesOf(mails, ({ sender }) => sender.split('@')[1] ?? sender)),
    },
    { title: 'Mailbox', isCause: cause === 'MAILBOX', lines: ends(linesOf(mails, ({ sender }) => sender)) },
    { title: 'Provider', isCause: cause === 'PROVIDER', lines: ends(linesOf(mails, ({ provider }) => provider)) },
  ];
  if (columns.every(({ lines }) => lines.length === 0)) return null;
  return (
    <Strip>
      {columns.map(({ title, isCause, lines }) => (
        <Column key={title} $isCause={isCause} aria-label={title}>
          <header>
            <b>{title}</b>
            {cause !== 'UNCLEAR' &&
              (isCause ? (
                <StateStatus state="failed">The cause</StateStatus>
              ) : (
                <SubLine>{cause === 'NOTHING' ? 'Good' : 'Not the cause'}</SubLine>
              ))}
          </header>
          {lines.map(({ name, known, good }) => {
            const score = Math.round((100 * good) / known);
            return (
              <div key={name} data-line>
                <span title={name}>{name}</span>
                <Progress
                  label={`${name}, placed`}
                  value={good}
                  max={known}
                  tone={score >= report.pass_percent ? 'success' : 'danger'}
                />
                <span data-figure>{score}%</span>
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
    grid-template-columns: minmax(0, 1fr) 56px 40px;
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
