import * as Primitive from 'radix-ui/popover';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icon';
import { appear, overlaySurface } from '../overlay-surface';
import type { SelectOption } from './overlay.types';
import { useUi } from '../ui-provider';
import { GroupName, List, Option } from './choice-parts';
import { StandIn } from './trigger';

const Panel = styled(Primitive.Content)`
  ${overlaySurface}
  min-width: var(--radix-popover-trigger-width);
  max-width: min(420px, calc(100vw - 16px));
  z-index: calc(var(--z-dialog) + 1);
  outline: 0;
  animation: ${appear} var(--t-2) var(--ease);
  [role='listbox']:focus-visible {
    outline: 0;
  }
`;

const textOf = (option: SelectOption) =>
  (option.text ?? (typeof option.label === 'string' ? option.label : option.value)).toLowerCase();

/** Letters typed within this time belong together, in milliseconds. */
const typingPause = 700;

interface ListProps {
  options: readonly SelectOption[];
  value: string | null;
  listId: string;
  /** Name of the list, as its button has it. */
  naming: { 'aria-label'?: string; 'aria-labelledby'?: string };
  listRef: RefObject<HTMLDivElement | null>;
  onTake: (option: SelectOption) => void;
  onClose: () => void;
}

function Choices({ options, value, listId, naming, listRef: list, onTake, onClose }: ListProps) {
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  );
  const typed = useRef({ text: '', at: 0 });
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, list]);
  const take = (index: number) => {
    const option = options[index];
    if (option && !option.disabled) onTake(option);
  };
  const step = (from: number, by: number) => {
    for (let at = from + by; at >= 0 && at < options.length; at += by) if (!options[at]?.disabled) return at;
    return from;
  };
  const find = (letter: string): number => {
    const now = Date.now();
    typed.current = { text: now - typed.current.at < typingPause ? typed.current.text + letter : letter, at: now };
    const { text } = typed.current;
    const start = text.length === 1 ? active + 1 : active;
    const order = options.map((_, index) => (start + index) % options.length);
    return (
      order.find((index) => {
        const option = options[index];
        return option && !option.disabled && textOf(option).startsWith(text);
      }) ?? -1
    );
  };
  const onListKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = {
      ArrowDown: step(active, 1),
      ArrowUp: step(active, -1),
      Home: step(-1, 1),
      End: step(options.length, -1),
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setActive(target);
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      take(active);
      return;
    }
    if (event.key === 'Tab') {
      event.preventDefault();
      onClose();
      return;
    }
    if (event.key.length !== 1) return;
    const found = find(event.key.toLowerCase());
    if (found >= 0) setActive(found);
  };
  return (
    <List
      ref={list}
      id={listId}
      role="listbox"
      tabIndex={0}
      {...naming}
      aria-activedescendant={`${listId}-${active}`}
      onKeyDown={onListKeyDown}
    >
      {options.map((option, index) => (
        <div key={option.value} role="presentation">
          {option.group && option.group !== options[index - 1]?.group && (
            <GroupName role="presentation">{option.group}</GroupName>
          )}
          <Option
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option.value === value}
            aria-disabled={option.disabled || undefined}
            data-active={index === active ? '' : undefined}
            onMouseMove={() => setActive(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(index)}
          >
            <span>
              {option.label}
              {option.detail && <small>{option.detail}</small>}
            </span>
            {option.value === value && <Icon name="check" />}
          </Option>
        </div>
      ))}
    </List>
  );
}

/** Props of a {@link SelectPanel}. */
export interface SelectPanelProps extends Omit<ListProps, 'listRef' | 'onClose'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  element: RefObject<HTMLElement | null>;
}

/** The list of a select, below its button. */
export function SelectPanel({ open, onOpenChange, element, ...choices }: SelectPanelProps) {
  const { portalContainer } = useUi();
  const list = useRef<HTMLDivElement>(null);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>
        <StandIn element={element} />
      </Primitive.Trigger>
      <Primitive.Portal container={portalContainer}>
        <Panel
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Choices"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            list.current?.focus();
          }}
        >
          <Choices {...choices} listRef={list} onClose={() => onOpenChange(false)} />
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
