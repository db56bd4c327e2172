import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { counted } from '@skein/ui/counted';
import { IconButton } from '@skein/ui/icon-button';
import { Row } from '@skein/ui/layout';
import { Menu } from '@skein/ui/menu';
import { Heading } from '@skein/ui/text';
import type { DraftStep } from './draft-step';
import type { SequenceEditor } from './sequence-tab.hooks';
import { StepLine } from './step-line';
import { dayOf } from './step-labels';

interface StepsPaneProps {
  editor: SequenceEditor;
  steps: readonly DraftStep[];
  step: DraftStep;
  campaign: CampaignView;
  mayWrite: boolean;
  onVersions: () => void;
}

/** The steps on their line, with how long the sequence takes. */
export function StepsPane({ editor, steps, step, campaign, mayWrite, onVersions }: StepsPaneProps) {
  const { stepActions, sequence, variant } = editor;
  const days = dayOf(steps, steps.length - 1);
  return (
    <section aria-label="Steps">
      <Row $justify="between" style={{ paddingBottom: 12 }}>
        <Heading $size={3}>
          {counted(steps.length, 'step')}
          {days > 0 ? ` over ${counted(days, 'day')}` : ''}
        </Heading>
        <Menu
          align="end"
          trigger={<IconButton icon="more" label="Sequence actions" tooltip={false} />}
          entries={[
            {
              label: 'Versions',
              icon: 'clock',
              detail: sequence && sequence.version > 0 ? `Now version ${sequence.version}` : undefined,
              onSelect: onVersions,
            },
          ]}
        />
      </Row>
      <StepLine
        steps={steps}
        current={step.key}
        variant={variant?.key ?? ''}
        actions={stepActions}
        mayWrite={mayWrite}
        delayBasis={campaign.settings.delay_basis}
      />
    </section>
  );
}
