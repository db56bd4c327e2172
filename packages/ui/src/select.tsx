import { useRef } from 'react';
import { styled } from 'styled-components';
import { useFieldControl, useFieldLabelId } from './field';
import type { ControlAttributes } from './field';
import { Icon } from './icon';
import { controlEdge } from './input-shell';
import { createLaterPart } from './overlay/later-part';
import { useOpening } from './overlay/opener';
import { truncate } from './text';
import type { SelectOption } from './overlay/overlay.types';

export type { SelectOption } from './overlay/overlay.types';

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
  & > span {
    ${truncate}
  }
  & em {
    font-style: normal;
    color: var(--muted);
  }
  & > svg {
    color: var(--muted);
  }
  @media (max-width: 720px) {
    min-height: 40px;
  }
`;

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

const part = createLaterPart(() => import('./overlay/select-panel').then((module) => module.SelectPanel));

/** One of a short list (for long lists take Combobox). Arrow keys and letters move, Enter and Space take, Escape closes. */
export function Select<T extends string>({
  value,
  onValueChange,
  options,
  placeholder = 'Choose',
  size = 'medium',
  name,
  className,
  ...rest
}: SelectProps<T>) {
  const { 'aria-required': _required, ...attributes } = useFieldControl(rest);
  const labelId = useFieldLabelId();
  const element = useRef<HTMLButtonElement>(null);
  const { open, change, Panel, panelId, attributes: opening } = useOpening(part, {}, element);
  const chosen = options.find((option) => option.value === value);
  const naming = rest['aria-label']
    ? { 'aria-label': rest['aria-label'] }
    : labelId
      ? { 'aria-labelledby': labelId }
      : {};
  return (
    <>
      {name && <input type="hidden" name={name} value={value ?? ''} />}
      <Trigger
        ref={element}
        type="button"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- they come with `opening`
        role="combobox"
        aria-haspopup="listbox"
        $size={size}
        className={className}
        {...opening}
        {...attributes}
        {...naming}
        data-disabled={attributes.disabled ? '' : undefined}
        data-invalid={attributes['aria-invalid'] ? '' : undefined}
        onClick={() => change(!open)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            change(true);
          }
        }}
      >
        <span>{chosen ? chosen.label : <em>{placeholder}</em>}</span>
        <Icon name="chevron-down" size={size === 'small' ? 14 : 16} />
      </Trigger>
      {Panel && (
        <Panel
          open={open}
          onOpenChange={change}
          element={element}
          options={options}
          value={value}
          listId={panelId}
          naming={naming}
          onTake={(option) => {
            onValueChange(option.value as T);
            change(false);
          }}
        />
      )}
    </>
  );
}
