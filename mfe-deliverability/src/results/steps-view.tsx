import type { PlacementReport, PlacementStep } from '@skein/contracts/smart-delivery/placement-shapes';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { counted } from '@skein/ui/counted';
import { EmptyState } from '@skein/ui/empty-state';
import { fullInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { useMayTest, useRecheck } from '../placement.hooks';
import { isOnItsWay } from '../parts';
import { whoWords } from './step-labels';

/** What to do, what costs most first, each with its record or text, and the check that proves it. */
export function StepsView({ report }: { report: PlacementReport }) {
  const recheck = useRecheck(report.id);
  const mayTest = useMayTest();
  const { timeZone } = useUi();
  return (
    <>
      {mayTest && report.runs > 0 && (
        <Row $wrap>
          <Button icon="refresh" loading={recheck.isChecking} onClick={recheck.check}>
            Check again
          </Button>
          {report.checked_at !== null && <SubLine>Last checked {fullInstant(report.checked_at, timeZone)}</SubLine>}
        </Row>
      )}
      {report.steps.length === 0 && (
        <EmptyState title={isOnItsWay(report) || report.runs === 0 ? 'No steps yet' : 'Nothing to do'}>
          {isOnItsWay(report) || report.runs === 0
            ? 'Steps appear as emails are found.'
            : 'This run has no recommended fixes.'}
        </EmptyState>
      )}
      {report.steps.map((step, index) => (
        <Step
          key={step.key}
          number={index + 1}
          step={step}
          {...(report.can_publish && mayTest && step.record?.type === 'TXT' && !step.is_fixed
            ? { isPublishing: recheck.isPublishing, onPublish: () => recheck.publish(step.key) }
            : {})}
        />
      ))}
    </>
  );
}

const weights = { high: 'High', medium: 'Medium', low: 'Low' } as const;
const tones = { high: 'danger', medium: 'warning', low: 'neutral' } as const;
function Step({
  number,
  step,
  isPublishing,
  onPublish,
}: {
  number: number;
  step: PlacementStep;
  isPublishing?: boolean;
  onPublish?: () => void;
}) {
  return (
    <Card
      title={`${number}. ${step.title}`}
      detail={step.mails > 0 ? counted(step.mails, 'email') : undefined}
      actions={
        <Badge tone={step.is_fixed ? 'success' : tones[step.weight]}>
          {step.is_fixed ? 'Fixed' : weights[step.weight]}
        </Badge>
      }
    >
      <Stack $gap={2}>
        <span>{step.text}</span>
        <SubLine>{whoWords[step.who]}</SubLine>
        {step.record && (
          <>
            <SubLine style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              {step.record.type} record of {step.record.name}
              {step.record.now ? `, now ${step.record.now}` : ''}
            </SubLine>
            <CodeBlock label={`${step.record.type} record`} code={step.record.value} wrap />
          </>
        )}
        {step.sample && <CodeBlock label="Text to send" code={step.sample} wrap />}
        {step.link && (
          <a href={step.link} target="_blank" rel="noreferrer">
            Open the list’s page
          </a>
        )}
        {onPublish && (
          <Row>
            <Button size="small" loading={isPublishing ?? false} onClick={onPublish}>
              Publish in the sandbox’s DNS
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
}
