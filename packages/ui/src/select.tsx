import * as Primitive from 'radix-ui/select';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useFieldControl } from './field';
import type { ControlAttributes } from './field';
import { Icon } from './icon';
import { controlEdge } from './input-shell';
import { appear, overlaySurface } from './overlay-surface';
import { truncate } from './text';
import { useUi } from './ui-provider';

const Trigger = styled(Primitive.Trigger)<{ $size: 'small' | 'medium' | 'large' }>`
  ${controlEdge}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-2);
  min-height: ${({ $size }) => ({ small: 'var(--h-sm)', medium: 'var(--h-md)', large: 'var(--h-lg)' })[$size]};
  ${({ $size }) => $size === 'small' && 'font-size: var(--fs-2);'}
  padding: 0 10px;
  text-align: left;
  & > span:first-child { ${truncate} }
  &[data-placeholder] > span:first-child { color: var(--muted); }
  & > svg { color: var(--muted); }
  &[aria-invalid='true'] { border-color: var(--danger); }
  @media (max-width: 720px) { min-height: 36px; }
`;

const Panel = styled(Primitive.Content)`
  ${overlaySurface}
  min-width: var(--radix-select-trigger-width);
  max-width: min(420px, calc(100vw - 16px));
  max-height: min(360px, var(--radix-select-content-available-height));
  padding: 4px;
  z-index: calc(var(--z-dialog) + 1);
  animation: ${appear} var(--t-2) var(--ease);
`;

const Option = styled(Primitive.Item)`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 32px;
  padding: 4px var(--s-2);
  border-radius: var(--r-2);
  outline: 0;
  cursor: pointer;
  user-select: none;
  & > svg { color: var(--accent-text); margin-left: auto; }
  small { display: block; font-size: var(--fs-2); line-height: var(--lh-2); color: var(--muted); }
  &[data-highlighted] { background: var(--surface-3); }
  &[data-disabled] { color: var(--disabled); cursor: not-allowed; }
  @media (max-width: 720px) { min-height: 40px; }
`;

const GroupName = styled(Primitive.Label)`
  padding: 6px var(--s-2) 2px;
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  font-weight: var(--w-medium);
  color: var(--muted);
`;

/** One choice. `group` puts it under a heading; options of a group stand together. */
export interface SelectOption<T extends string = string> { value: T; label: ReactNode; detail?: ReactNode; group?: string; disabled?: boolean }

/** Props of a {@link Select}. Values are non-empty strings. */
export interface SelectProps<T extends string> extends ControlAttributes {
  value: T | null;
  onValueChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  placeholder?: string;
  size?: 'small' | 'medium' | 'large';
  name?: string;
  className?: string;
  'aria-label'?: string;
}

/** One of a short list (for long lists take Combobox). Arrow keys and letters choose, Enter opens, Escape closes. */
export function Select<T extends string>({ value, onValueChange, options, placeholder = 'Choose', size = 'medium', name, className, ...rest }: SelectProps<T>) {
  const { portalContainer } = useUi();
  const { disabled, 'aria-required': _required, ...attributes } = useFieldControl(rest);
  const groups = new Map<string, SelectOption<T>[]>();
  for (const option of options) groups.set(option.group ?? '', [...(groups.get(option.group ?? '') ?? []), option]);
  const chosen = options.find((option) => option.value === value);
  return (
    <Primitive.Root value={value ?? ''} onValueChange={(next) => { if (next !== '') onValueChange(next as T); }} disabled={disabled ?? false} {...(name ? { name } : {})}>
      <Trigger $size={size} className={className} {...attributes} data-disabled={disabled ? '' : undefined}>
        <Primitive.Value placeholder={placeholder}>{chosen?.label}</Primitive.Value>
        <Icon name="chevron-down" size={size === 'small' ? 14 : 16} />
      </Trigger>
      <Primitive.Portal container={portalContainer}>
        <Panel position="popper" sideOffset={4} collisionPadding={8}>
          <Primitive.Viewport>
            {[...groups].map(([group, members]) => (
              <Primitive.Group key={group}>
                {group && <GroupName>{group}</GroupName>}
                {members.map((option) => (
                  <Option key={option.value} value={option.value} disabled={option.disabled ?? false}>
                    <span><Primitive.ItemText>{option.label}</Primitive.ItemText>{option.detail && <small>{option.detail}</small>}</span>
                    {option.value === value && <Icon name="check" />}
                  </Option>
                ))}
              </Primitive.Group>
            ))}
          </Primitive.Viewport>
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
