import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Card } from '@skein/ui/card';
import { Stack } from '@skein/ui/layout';
import { SubLine } from '@skein/ui/text';

const share = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)}%`);

function wordsOf({ diagnosis, control, latest }: PlacementReport): { title: string; text: string } {
  const { cause, subject, affected, others } = diagnosis;
  const between = `${share(affected)} against ${share(others)}.`;
  switch (cause) {
    case 'COPY':
      return { title: 'The copy is the cause', text: `The real copy against the neutral control email: ${between}` };
    case 'INFRASTRUCTURE':
      return subject === null
        ? {
            title: 'The infrastructure is the cause',
            text: `Control emails fail as well: ${share(affected)} are placed.`,
          }
        : { title: `${subject} is the cause`, text: `Emails of this domain against all others: ${between}` };
    case 'MAILBOX':
      return { title: `${subject} is the cause`, text: `This mailbox against all others: ${between}` };
    case 'PROVIDER':
      return { title: `${subject} is the cause`, text: `Emails to this provider against all others: ${between}` };
    case 'NOTHING':
      return { title: 'Nothing is wrong', text: `${share(affected)} of emails are placed well.` };
    default:
      return {
        title: 'The cause is unclear',
        text:
          latest.waiting > 0
            ? 'More emails have to arrive first.'
            : control === null
              ? 'A test with a control email can tell the copy from the infrastructure.'
              : 'The results fit more than one cause. More mailboxes or another run would tell.',
      };
  }
}

/** Why the run came out as it did. */
export function DiagnosisCard({ report }: { report: PlacementReport }) {
  const { title, text } = wordsOf(report);
  const { control, diagnosis, actions } = report;
  return (
    <Card title={title}>
      <Stack $gap={2}>
        <span>{text}</span>
        {diagnosis.cause !== 'UNCLEAR' && <SubLine>{Math.round(diagnosis.confidence * 100)}% confident</SubLine>}
        {control !== null && (
          <SubLine>
            Control emails placed: {control.good} of {control.known}
          </SubLine>
        )}
        {actions.map((action) => (
          <span key={`${action.mailbox} ${action.action}`}>
            {action.mailbox}: {action.text}
          </span>
        ))}
      </Stack>
    </Card>
  );
}
