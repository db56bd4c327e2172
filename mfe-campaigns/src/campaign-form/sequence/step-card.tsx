import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import type { DraftStep } from './draft-step';
import type { StepActions } from './sequence-place.hooks';
import { StepCardFace } from './step-card-face';
import { stepMenu, type StepLineState } from './step-line.hooks';

/** Something to take hold of: not every browser begins a drag on a button. */
const Grip = styled.div`
  position: absolute;
  inset: 0 auto 0 0;
  display: grid;
  place-items: center;
  width: 18px;
  color: var(--muted);
  cursor: grab;
  opacity: 0;
  li:hover > div > &,
  li:focus-within > div > & {
    opacity: 1;
  }
  @media (pointer: coarse) {
    display: none;
  }
`;

const Card = styled.div<{ $current: boolean }>`
  position: relative;
  border: 1px solid ${({ $current }) => ($current ? 'var(--accent)' : 'var(--border)')};
  ${({ $current }) => $current && 'box-shadow: 0 0 0 1px var(--accent);'}
  border-radius: var(--r-3);
  background: var(--surface);
  & > button:first-child {
    display: grid;
    gap: 6px;
    width: 100%;
    padding: 10px var(--s-3) 10px 18px;
    text-align: left;
    border-radius: var(--r-3);
  }
  & > span {
    position: absolute;
    top: 7px;
    right: 6px;
  }
  @media (max-width: 720px) {
    & > span {
      top: 0;
      right: 0;
    }
  }
`;

interface StepCardProps {
  steps: readonly DraftStep[];
  step: DraftStep;
  index: number;
  isCurrent: boolean;
  /** Key of the variant that is shown. */
  variant: string;
  line: StepLineState;
  actions: StepActions;
  mayWrite: boolean;
}

/** Moves the card with Alt and an arrow key; the focus goes with it. */
function moveByKey(event: KeyboardEvent<HTMLButtonElement>, move: (by: 1 | -1) => void) {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  const key = CSS.escape(event.currentTarget.dataset.step ?? '');
  move(event.key === 'ArrowDown' ? 1 : -1);
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-step="${key}"]`)?.focus());
}

/** One step on the line: shows it when pressed, and can be dragged. */
export function StepCard({ steps, step, index, isCurrent, variant, line, actions, mayWrite }: StepCardProps) {
  return (
    <Card
      $current={isCurrent}
      draggable={mayWrite}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(index + 1));
        line.drag.begin(index);
      }}
      onDragEnd={line.drag.end}
    >
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        data-step={step.key}
        onClick={() => actions.select(step.key)}
        onKeyDown={(event) => {
          if (mayWrite) moveByKey(event, (by) => line.move(index, index + by));
        }}
      >
        <StepCardFace steps={steps} step={step} index={index} isCurrent={isCurrent} variant={variant} />
      </button>
      {mayWrite && steps.length > 1 && (
        <Grip aria-hidden="true" data-grip="">
          <Icon name="grip" size={14} />
        </Grip>
      )}
      {mayWrite && (
        <span>
          <Menu
            align="end"
            entries={stepMenu(steps, index, line, actions.remove)}
            trigger={<IconButton icon="more" label={`Actions for step ${index + 1}`} tooltip={false} />}
          />
        </span>
      )}
    </Card>
  );
}
