import { useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '@skein/ui/button';
import { Field, Hint } from '@skein/ui/field';
import { Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Grid } from '@skein/ui/layout';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { NumberInput } from '@skein/ui/number-input';
import { Popover } from '@skein/ui/popover';
import { Count, truncate } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { dayOf, delayText, refusalOfMove, shownShares, templateWords, type DraftStep } from './sequence-state';

const Line = styled.ol`
  position: relative;
  display: grid;
`;

/** Where a dragged card would stand: above the cards before it, below those behind. */
const Item = styled.li<{ $over: 'above' | 'below' | null }>`
  position: relative;
  ${({ $over }) => $over && `&::after { content: ""; position: absolute; inset: ${$over === 'above' ? '-4px 0 auto' : 'auto 0 -4px'}; height: 2px; background: var(--accent); border-radius: 1px; }`}
`;

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

const Top = styled.span`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  padding-right: 28px;
  font-size: var(--fs-2);
  font-weight: var(--w-medium);
  color: var(--text-2);
  & > i {
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    flex: none;
    border-radius: 50%;
    font-style: normal;
    font-size: var(--fs-1);
    font-weight: var(--w-bold);
    background: var(--surface-3);
  }
  &[data-current] > i {
    background: var(--accent);
    color: var(--on-accent);
  }
  & > small {
    margin-left: auto;
  }
`;

const Title = styled.span`
  font-weight: var(--w-medium);
  ${truncate}
`;

const Shares = styled.span`
  display: flex;
  gap: 1px;
  overflow: hidden;
  border-radius: var(--r-1);
  & > span {
    min-width: 0;
    padding: 1px 2px;
    overflow: hidden;
    text-align: center;
    white-space: nowrap;
    font-size: var(--fs-1);
    line-height: var(--lh-1);
    background: var(--surface-3);
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
  }
  & > span[data-current] {
    background: var(--accent-soft);
    color: var(--accent-text);
  }
`;

const AddLine = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px;
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

const kinds = {
  EMAIL: { icon: 'mail', label: 'Email' },
  MANUAL: { icon: 'task', label: 'Manual' },
  LINKEDIN: { icon: 'linkedin', label: 'LinkedIn' },
} as const;

/** What a card says a step is about. */
export function stepTitle(step: DraftStep, index: number): string {
  const words = templateWords(step.variants[0]?.subject ?? '');
  if (step.kind !== 'EMAIL') return words || templateWords(step.variants[0]?.body ?? '') || kinds[step.kind].label;
  return words || (index === 0 ? 'No subject yet' : 'Re: same thread');
}

interface StepLineProps {
  steps: readonly DraftStep[];
  current: string;
  variant: string;
  onSelect: (stepKey: string, variantKey?: string) => void;
  onMove: (from: number, to: number) => void;
  onDelay: (stepKey: string, delay: DraftStep['delay']) => void;
  onRemove: (stepKey: string) => void;
  onDuplicate: (stepKey: string) => void;
  onAdd: (kind: DraftStep['kind']) => void;
  mayWrite: boolean;
  delayBasis: 'CALENDAR' | 'SENDING_DAYS';
}

/** Steps as cards on a line with their waits. Alt with the arrow keys, the menu, or a drag moves a step. */
export function StepLine({
  steps,
  current,
  variant,
  onSelect,
  onMove,
  onDelay,
  onRemove,
  onDuplicate,
  onAdd,
  mayWrite,
  delayBasis,
}: StepLineProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    if (to < 0 || to >= steps.length || from === to) return;
    const refusal = refusalOfMove(steps, from, to);
    if (refusal) {
      setSaid(`Not moved. ${refusal}.`);
      return;
    }
    onMove(from, to);
    setSaid(`Step ${from + 1} is now step ${to + 1} of ${steps.length}`);
  };
  const add = (kind: DraftStep['kind']) => {
    onAdd(kind);
    setSaid(`Step ${steps.length + 1} added, ${kinds[kind].label}`);
  };
  const isOpen = (to: number) => dragged !== null && dragged !== to && refusalOfMove(steps, dragged, to) === null;
  const refusedTo = (from: number, to: number) =>
    to < 0 || to >= steps.length ? undefined : (refusalOfMove(steps, from, to) ?? undefined);
  const entries = (step: DraftStep, index: number): MenuEntry[] => [
    {
      label: 'Move up',
      icon: 'arrow-up',
      disabled: index === 0 || refusedTo(index, index - 1) !== undefined,
      detail: refusedTo(index, index - 1),
      onSelect: () => move(index, index - 1),
    },
    {
      label: 'Move down',
      icon: 'arrow-down',
      disabled: index === steps.length - 1 || refusedTo(index, index + 1) !== undefined,
      detail: refusedTo(index, index + 1),
      onSelect: () => move(index, index + 1),
    },
    {
      label: 'Duplicate',
      icon: 'copy',
      onSelect: () => {
        onDuplicate(step.key);
        setSaid(`Step ${index + 1} duplicated as step ${index + 2}`);
      },
    },
    { kind: 'separator' },
    {
      label: 'Remove',
      icon: 'trash',
      tone: 'danger',
      disabled: steps.length === 1,
      detail:
        steps.length === 1
          ? 'A sequence has at least one step'
          : step.sent > 0
            ? `${counted(step.sent, 'email')} left from it`
            : undefined,
      onSelect: () => onRemove(step.key),
    },
  ];
  return (
    <>
      <Line aria-label="Steps">
        {steps.map((step, index) => {
          const isCurrent = step.key === current;
          const shares = shownShares(step);
          return (
            <Item
              key={step.key}
              $over={over === index && isOpen(index) ? ((dragged ?? 0) > index ? 'above' : 'below') : null}
              onDragOver={(event) => {
                if (isOpen(index)) {
                  event.preventDefault();
                  setOver(index);
                }
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, index);
                setDragged(null);
                setOver(null);
              }}
            >
              {index > 0 && (
                <Wait>
                  <Delay
                    step={step}
                    number={index + 1}
                    onChange={(delay) => onDelay(step.key, delay)}
                    mayWrite={mayWrite}
                  />
                  {delayBasis === 'SENDING_DAYS' && <Hint as="span">sending days only</Hint>}
                </Wait>
              )}
              <Card
                $current={isCurrent}
                draggable={mayWrite}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', String(index + 1));
                  setDragged(index);
                }}
                onDragEnd={() => {
                  setDragged(null);
                  setOver(null);
                }}
              >
                <button
                  type="button"
                  aria-current={isCurrent ? 'true' : undefined}
                  data-step={step.key}
                  onClick={() => onSelect(step.key)}
                  onKeyDown={(event) => {
                    if (!mayWrite || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                    event.preventDefault();
                    const element = event.currentTarget;
                    move(index, index + (event.key === 'ArrowDown' ? 1 : -1));
                    requestAnimationFrame(() =>
                      document
                        .querySelector<HTMLElement>(`[data-step="${CSS.escape(element.dataset.step ?? '')}"]`)
                        ?.focus(),
                    );
                  }}
                >
                  <Top data-current={isCurrent ? '' : undefined}>
                    <i>{index + 1}</i>
                    <Icon name={kinds[step.kind].icon} size={14} />
                    {kinds[step.kind].label}
                    <Count as="small">Day {dayOf(steps, index)}</Count>
                  </Top>
                  <Title>{stepTitle(step, index)}</Title>
                  {step.kind === 'EMAIL' && step.variants.length > 12 && (
                    <Shares>
                      <span style={{ flexGrow: 1 }}>{step.variants.length} variants</span>
                    </Shares>
                  )}
                  {step.kind === 'EMAIL' && step.variants.length <= 12 && (
                    <Shares>
                      {step.variants.map((entry) => (
                        <span
                          key={entry.key}
                          data-current={isCurrent && entry.key === variant ? '' : undefined}
                          style={{ flexGrow: Math.max(1, shares.get(entry.key) ?? 0), flexBasis: 0 }}
                        >
                          <b>{entry.label}</b>
                          {step.variants.length > 4 ? '' : entry.isPaused ? ' off' : ` ${shares.get(entry.key) ?? 0}%`}
                        </span>
                      ))}
                    </Shares>
                  )}
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
                      entries={entries(step, index)}
                      trigger={<IconButton icon="more" label={`Actions for step ${index + 1}`} tooltip={false} />}
                    />
                  </span>
                )}
              </Card>
            </Item>
          );
        })}
      </Line>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {mayWrite && (
        <div style={{ marginTop: 8 }}>
          <AddLine>
            <Button
              block
              icon="plus"
              onClick={() => add('EMAIL')}
              {...(steps.length >= 50 ? { disabledReason: 'A sequence may have 50 steps' } : {})}
            >
              Add step
            </Button>
            <Menu
              align="end"
              trigger={
                <IconButton
                  icon="chevron-down"
                  size="medium"
                  label="Add a step of another kind"
                  tooltip={false}
                  disabled={steps.length >= 50}
                />
              }
              entries={[
                { label: 'Email', icon: 'mail', onSelect: () => add('EMAIL') },
                {
                  label: 'Task for a person',
                  icon: 'task',
                  detail: 'The lead waits until it is done',
                  onSelect: () => add('MANUAL'),
                },
                {
                  label: 'LinkedIn',
                  icon: 'linkedin',
                  detail: 'Connect, visit, like or write',
                  onSelect: () => add('LINKEDIN'),
                },
              ]}
            />
          </AddLine>
        </div>
      )}
    </>
  );
}

function Delay({
  step,
  number,
  onChange,
  mayWrite,
}: {
  step: DraftStep;
  number: number;
  onChange: (delay: DraftStep['delay']) => void;
  mayWrite: boolean;
}) {
  const { delay } = step;
  const set = (key: keyof DraftStep['delay'], value: number | null, most: number) => {
    if (value !== null && value >= 0 && value <= most) onChange({ ...delay, [key]: value });
  };
  if (!mayWrite) return <Hint as="span">Wait {delayText(delay)}</Hint>;
  return (
    <Popover
      label={`Wait before step ${number}`}
      width={300}
      trigger={
        <Button
          size="small"
          icon="clock"
          iconEnd="chevron-down"
          aria-label={`Wait before step ${number}: ${delayText(delay)}`}
        >
          Wait {delayText(delay)}
        </Button>
      }
    >
      <Grid $columns={3} $gap={2}>
        <Field label="Days">
          <NumberInput
            size="small"
            value={delay.delayInDays}
            min={0}
            max={365}
            onValueChange={(value) => set('delayInDays', value, 365)}
          />
        </Field>
        <Field label="Hours">
          <NumberInput
            size="small"
            value={delay.delayInHours}
            min={0}
            max={23}
            onValueChange={(value) => set('delayInHours', value, 23)}
          />
        </Field>
        <Field label="Minutes">
          <NumberInput
            size="small"
            value={delay.delayInMinutes}
            min={0}
            max={59}
            onValueChange={(value) => set('delayInMinutes', value, 59)}
          />
        </Field>
      </Grid>
      <Hint style={{ marginTop: 8 }}>Counted from the email before; it then leaves in the next open window.</Hint>
    </Popover>
  );
}
