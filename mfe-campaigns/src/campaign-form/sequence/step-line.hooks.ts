import { useState } from 'react';
import type { MenuEntry } from '@skein/ui/menu';
import { counted } from '@skein/ui/counted';
import type { DraftStep } from './draft-step';
import type { StepActions } from './sequence-place.hooks';
import { focusNext } from './next-focus';
import { refusalOfMove } from './sequence-state';
import { kinds } from './step-card-face';

/** What can be done on the line, each said to screen readers; and a card that is dragged over it. */
export function useStepLine(steps: readonly DraftStep[], actions: StepActions) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const isPlace = (to: number) => to >= 0 && to < steps.length;
  const refusalTo = (from: number, to: number) =>
    isPlace(to) ? (refusalOfMove(steps, from, to) ?? undefined) : undefined;
  const isOpen = (to: number) => dragged !== null && dragged !== to && refusalOfMove(steps, dragged, to) === null;
  const move = (from: number, to: number) => {
    if (!isPlace(to) || from === to) return;
    const refusal = refusalOfMove(steps, from, to);
    if (refusal) {
      setSaid(`Not moved. ${refusal}.`);
      return;
    }
    actions.move(from, to);
    setSaid(`Step ${from + 1} is now step ${to + 1} of ${steps.length}`);
  };
  const endDrag = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    said,
    move,
    refusalTo,
    add: (kind: DraftStep['kind']) => {
      // A step after the first is a reply in the thread: its subject stays empty.
      if (kind === 'EMAIL') focusNext(steps.length === 0 ? 'subject' : 'body');
      actions.add(kind);
      setSaid(`Step ${steps.length + 1} added, ${kinds[kind].label}`);
    },
    duplicate: (key: string, index: number) => {
      actions.duplicate(key);
      setSaid(`Step ${index + 1} duplicated as step ${index + 2}`);
    },
    drag: {
      begin: setDragged,
      end: endDrag,
      /** True when the dragged card may be dropped there. */
      moveOver: (index: number) => {
        if (!isOpen(index)) return false;
        setOver(index);
        return true;
      },
      drop: (index: number) => {
        if (dragged !== null) move(dragged, index);
        endDrag();
      },
      /** Where the dragged card would stand beside this one. */
      mark: (index: number): 'above' | 'below' | null =>
        over === index && isOpen(index) ? ((dragged ?? 0) > index ? 'above' : 'below') : null,
    },
  };
}
export type StepLineState = ReturnType<typeof useStepLine>;

/** The menu of a card. */
export function stepMenu(
  steps: readonly DraftStep[],
  index: number,
  line: StepLineState,
  onRemove: (key: string) => void,
): MenuEntry[] {
  const step = steps[index];
  if (!step) return [];
  const up = line.refusalTo(index, index - 1);
  const down = line.refusalTo(index, index + 1);
  const loss = step.sent > 0 ? `${counted(step.sent, 'email')} left from it` : undefined;
  return [
    {
      label: 'Move up',
      icon: 'arrow-up',
      disabled: index === 0 || up !== undefined,
      detail: up,
      onSelect: () => line.move(index, index - 1),
    },
    {
      label: 'Move down',
      icon: 'arrow-down',
      disabled: index === steps.length - 1 || down !== undefined,
      detail: down,
      onSelect: () => line.move(index, index + 1),
    },
    { label: 'Duplicate', icon: 'copy', onSelect: () => line.duplicate(step.key, index) },
    { kind: 'separator' },
    {
      label: 'Remove',
      icon: 'trash',
      tone: 'danger',
      disabled: steps.length === 1,
      detail: steps.length === 1 ? 'A sequence has at least one step' : loss,
      onSelect: () => onRemove(step.key),
    },
  ];
}
