import { styled } from 'styled-components';
import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Card } from '@skein/ui/card';
import { fullInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { StackedProgress } from '@skein/ui/progress';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { percent, soFar, TestStatus } from '../parts';
import { scheduleWords } from '../tests/schedule-labels';
import { wholePercents } from '../whole-percents';
import { causeWords } from './cause-labels';
import { EvidenceStrip } from './evidence-strip';
import { isRunOpen, shownRun } from './is-run-open';

/** What came of the run that is shown, why, and what followed from it. */
export function VerdictCard({ report }: { report: PlacementReport }) {
  if (report.runs === 0) return <PlannedCard report={report} />;
  const shown = shownRun(report);
  const { title, text, confidence } = causeWords(report);
  const { mails, waiting } = shown;
  const isOpen = isRunOpen(report);
  return (
    <Card padded={false}>
      <Columns>
        <Stack $gap={2}>
          <Row $gap={3} $wrap>
            <TestStatus test={report} />
            <SubLine>
              {isOpen
                ? `${capital(soFar(shown))} found; ${report.pass_percent}% placed needed`
                : `${percent(shown.score)} placed, ${report.pass_percent}% needed`}
            </SubLine>
          </Row>
          <Text as="h2" $size={4} $weight="bold" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <span>{text}</span>
          {confidence !== null && <SubLine>{confidence}</SubLine>}
          {report.actions.map((action) => (
            <span key={`${action.mailbox} ${action.action}`} style={{ overflowWrap: 'anywhere' }}>
              {action.mailbox === '' ? '' : `${action.mailbox}: `}
              {action.text}
            </span>
          ))}
        </Stack>
        <Stack $gap={2}>
          <SubLine>{waiting > 0 ? `${mails - waiting} of ${mails} emails found` : `All ${mails} emails`}</SubLine>
          <Figures tally={shown} mark={report.pass_percent} isOpen={isOpen} />
        </Stack>
      </Columns>
      <EvidenceStrip report={report} isOpen={isOpen} />
    </Card>
  );
}

function PlannedCard({ report }: { report: PlacementReport }) {
  const { timeZone } = useUi();
  const repeats = scheduleWords(report);
  return (
    <Card title={report.is_stopped || report.next_run_at === null ? 'No run is planned' : 'The first run is planned'}>
      {report.next_run_at !== null && !report.is_stopped
        ? `It starts ${fullInstant(report.next_run_at, timeZone)}${repeats === '' ? '' : ` and repeats ${repeats}`}. Results appear here as emails are found.`
        : 'Run the test now to see where its emails land.'}
    </Card>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const parts = [
  ['inbox', 'Inbox', 'success'],
  ['tab', 'Tabs', 'warning'],
  ['spam', 'Spam', 'danger'],
  ['lost', 'Missing', 'off'],
] as const;

/** Where emails landed, with the mark from which the run passes. */
function Figures({ tally, mark, isOpen }: { tally: PlacementReport['latest']; mark: number; isOpen: boolean }) {
  const counts = { inbox: tally.inbox, tab: tally.tab, spam: tally.spam, lost: tally.missing + tally.failed };
  const known = counts.inbox + counts.tab + counts.spam + counts.lost;
  const percents = wholePercents(parts.map(([id]) => counts[id]));
  return (
    <>
      <Marked $mark={mark}>
        <StackedProgress
          label="Placement"
          max={Math.max(1, isOpen ? tally.mails : known)}
          parts={parts.map(([id, label, tone]) => ({ id, label, value: counts[id], tone }))}
        />
      </Marked>
      <Legend>
        {parts.map(([id, label], at) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{known === 0 ? '–' : isOpen ? counts[id] : `${percents[at]}%`}</dd>
            <dd>{isOpen ? soFar(tally) : `${counts[id]} of ${known}`}</dd>
          </div>
        ))}
      </Legend>
    </>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 360px);
  gap: var(--s-6);
  padding: var(--s-4);
  @media (max-width: 900px) {
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s-4);
  }
`;
const Marked = styled.div<{ $mark: number }>`
  position: relative;
  padding: 4px 0;
  &::after {
    content: '';
    position: absolute;
    left: ${({ $mark }) => $mark}%;
    top: 0;
    bottom: 0;
    width: 2px;
    background: var(--text);
  }
`;
const Legend = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--s-2);
  font-variant-numeric: tabular-nums;
  dt,
  dd + dd {
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
    white-space: nowrap;
  }
  dd:first-of-type {
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
  }
`;
