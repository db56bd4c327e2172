import * as Primitive from 'radix-ui/popover';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { GroupName, List, Option } from './combobox-parts';
import { useFieldControl, useFieldLabelId } from './field';
import type { ControlAttributes } from './field';
import { Icon } from './icon';
import { controlEdge } from './input-shell';
import { appear, overlaySurface } from './overlay-surface';
import { truncate } from './text';
import { useUi } from './ui-provider';

const Trigger = styled.button<{ $size: 'small' | 'medium' | 'large' }>`
  ${controlEdge}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-2);
  min-height: ${({ $size }) => ({ small: 'var(--h-sm)', medium: 'var(--h-md)', large: 'var(--h-lg)' })[$size]};
  ${({ $size }) => $size === 'small' && 'font-size: var(--fs-2);'}
  padding: 0 10px;
  text-align: left;
  & > span { ${truncate} }
  & em { font-style: normal; color: var(--muted); }
  & > svg { color: var(--muted); }
  @media (max-width: 720px) { min-height: 36px; }
`;

const Panel = styled(Primitive.Content)`
  ${overlaySurface}
  min-width: var(--radix-popover-trigger-width);
  max-width: min(420px, calc(100vw - 16px));
  z-index: calc(var(--z-dialog) + 1);
  outline: 0;
  animation: ${appear} var(--t-2) var(--ease);
  [role='listbox']:focus-visible { outline: 0; }
`;

/** One choice. `group` puts it under a heading; options of a group stand together. */
export interface SelectOption<T extends string = string> {
  value: T;
  label: ReactNode;
  /** What typed letters are compared with, where the label is no plain text. */
  text?: string;
  detail?: ReactNode;
  group?: string;
  disabled?: boolean;
}

/** Props of a {@link Select}. */
export interface SelectProps<T extends string> extends ControlAttributes {
  value: T | null;
  onValueChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  placeholder?: string;
  size?: 'small' | 'medium' | 'large';
  /** Sends the value with a form. */
  name?: string;
  className?: string;
  'aria-label'?: string;
}

const textOf = (option: SelectOption) => (option.text ?? (typeof option.label === 'string' ? option.label : option.value)).toLowerCase();

/** Letters typed within this time belong together, in milliseconds. */
const typingPause = 700;

/** One of a short list (for long lists take Combobox). Arrow keys and letters move, Enter and Space take, Escape closes. */
export function Select<T extends string>({ value, onValueChange, options, placeholder = 'Choose', size = 'medium', name, className, ...rest }: SelectProps<T>) {
  const { portalContainer } = useUi();
  const { 'aria-required': _required, ...attributes } = useFieldControl(rest);
  const labelId = useFieldLabelId();
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const typed = useRef({ text: '', at: 0 });
  const list = useRef<HTMLDivElement>(null);
  const chosen = options.find((option) => option.value === value);
  useEffect(() => { if (open) list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' }); }, [active, open]);

  const change = (next: boolean) => {
    if (next) setActive(Math.max(0, options.findIndex((option) => option.value === value)));
    setOpen(next);
  };
  const take = (index: number) => {
    const option = options[index];
    if (!option || option.disabled) return;
    onValueChange(option.value);
    setOpen(false);
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
    return order.find((index) => { const option = options[index]; return option && !option.disabled && textOf(option).startsWith(text); }) ?? -1;
  };
  const onListKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = { ArrowDown: step(active, 1), ArrowUp: step(active, -1), Home: step(-1, 1), End: step(options.length, -1) }[event.key];
    if (target !== undefined) { event.preventDefault(); setActive(target); return; }
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); take(active); return; }
    if (event.key === 'Tab') { event.preventDefault(); setOpen(false); return; }
    if (event.key.length !== 1) return;
    const found = find(event.key.toLowerCase());
    if (found >= 0) setActive(found);
  };
  const naming = rest['aria-label'] ? { 'aria-label': rest['aria-label'] } : labelId ? { 'aria-labelledby': labelId } : {};
  return (
    <Primitive.Root open={open} onOpenChange={change}>
      {name && <input type="hidden" name={name} value={value ?? ''} />}
      <Primitive.Trigger asChild>
        <Trigger type="button" role="combobox" aria-haspopup="listbox" aria-expanded={open} $size={size} className={className} {...attributes} {...naming} aria-controls={open ? listId : undefined}
          data-disabled={attributes.disabled ? '' : undefined} data-invalid={attributes['aria-invalid'] ? '' : undefined}
          onKeyDown={(event) => { if (event.key === 'ArrowDown' || event.key === 'ArrowUp') { event.preventDefault(); change(true); } }}>
          <span>{chosen ? chosen.label : <em>{placeholder}</em>}</span>
          <Icon name="chevron-down" size={size === 'small' ? 14 : 16} />
        </Trigger>
      </Primitive.Trigger>
      <Primitive.Portal container={portalContainer}>
        <Panel align="start" sideOffset={4} collisionPadding={8} aria-label="Choices" onOpenAutoFocus={(event) => { event.preventDefault(); list.current?.focus(); }}>
          <List ref={list} id={listId} role="listbox" tabIndex={0} {...naming} aria-activedescendant={`${listId}-${active}`} onKeyDown={onListKeyDown}>
            {options.map((option, index) => (
              <div key={option.value} role="presentation">
                {option.group && option.group !== options[index - 1]?.group && <GroupName role="presentation">{option.group}</GroupName>}
                <Option id={`${listId}-${index}`} role="option" aria-selected={option.value === value} aria-disabled={option.disabled || undefined} data-active={index === active ? '' : undefined}
                  onMouseMove={() => setActive(index)} onMouseDown={(event) => event.preventDefault()} onClick={() => take(index)}>
                  <span>{option.label}{option.detail && <small>{option.detail}</small>}</span>
                  {option.value === value && <Icon name="check" />}
                </Option>
              </div>
            ))}
          </List>
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
