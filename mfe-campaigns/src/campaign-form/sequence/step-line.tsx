import { styled } from 'styled-components';
import { Hint } from '@skein/ui/field';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { AddStep } from './add-step';
import { Delay } from './delay-field';
import type { DraftStep } from './draft-step';
import type { StepActions } from './sequence-place.hooks';
import { StepCard } from './step-card';
import { useStepLine } from './step-line.hooks';

const Line = styled.ol`
  position: relative;
  display: grid;
`;

/** Where a dragged card would stand: above the cards before it, below those behind. */
const Item = styled.li<{ $over: 'above' | 'below' | null }>`
  position: relative;
  ${({ $over }) => $over && `&::after { content: ""; position: absolute; inset: ${$over === 'above' ? '-4px 0 auto' : 'auto 0 -4px'}; height: 2px; background: var(--accent); border-radius: 1px; }`}
`;

const Wait = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  gap: var(--s-2);
  padding: 6px 0 6px 8px;
  &::before {
    content: '';
    position: absolute;
    inset: 0 auto 0 22px;
    width: 1px;
    background: var(--border-strong);
  }
  & > * {
    position: relative;
  }
`;

interface StepLineProps {
  steps: readonly DraftStep[];
  /** Keys of the step and of the variant that are shown. */
  current: string;
  variant: string;
  actions: StepActions;
  mayWrite: boolean;
  delayBasis: 'CALENDAR' | 'SENDING_DAYS';
}

/** Steps as cards on a line with their waits. Alt with the arrow keys, the menu, or a drag moves a step. */
export function StepLine({ steps, current, variant, actions, mayWrite, delayBasis }: StepLineProps) {
  const line = useStepLine(steps, actions);
  const shared = { steps, variant, line, actions, mayWrite };
  return (
    <>
      <Line aria-label="Steps">
        {steps.map((step, index) => (
          <Item
            key={step.key}
            $over={line.drag.mark(index)}
            onDragOver={(event) => {
              if (line.drag.moveOver(index)) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              line.drag.drop(index);
            }}
          >
            {index > 0 && (
              <Wait>
                <Delay
                  step={step}
                  number={index + 1}
                  onChange={(delay) => actions.setDelay(step.key, delay)}
                  mayWrite={mayWrite}
                />
                {delayBasis === 'SENDING_DAYS' && <Hint as="span">sending days only</Hint>}
              </Wait>
            )}
            <StepCard {...shared} step={step} index={index} isCurrent={step.key === current} />
          </Item>
        ))}
      </Line>
      <VisuallyHidden role="status">{line.said}</VisuallyHidden>
      {mayWrite && (
        <div style={{ marginTop: 8 }}>
          <AddStep add={line.add} steps={steps} />
        </div>
      )}
    </>
  );
}
