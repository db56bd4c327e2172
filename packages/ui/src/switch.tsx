import * as Primitive from 'radix-ui/switch';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useFieldControl } from './field';
import type { ControlAttributes } from './field';

const Track = styled(Primitive.Root)`
  position: relative;
  flex: none;
  width: 28px;
  height: 16px;
  border-radius: 8px;
  background: var(--border-control);
  transition: background var(--t-2) var(--ease);
  &::before {
    content: '';
    position: absolute;
    inset: -4px;
  }
  &[data-state='checked'] {
    background: var(--accent);
  }
  &[data-disabled] {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

const Thumb = styled(Primitive.Thumb)`
  display: block;
  width: 12px;
  height: 12px;
  margin: 2px;
  border-radius: 50%;
  background: var(--on-accent);
  transition: transform var(--t-2) var(--ease);
  &[data-state='checked'] {
    transform: translateX(12px);
  }
`;

const Line = styled.div`
  display: flex;
  align-items: flex-start;
  gap: var(--s-2);
  min-width: 0;
  & > button {
    margin-top: 2px;
  }
  & > label {
    cursor: pointer;
  }
  small {
    display: block;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
  }
`;

/** Props of a {@link Switch}. */
export interface SwitchProps extends ControlAttributes {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label?: ReactNode;
  hint?: ReactNode;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
}

/** On or off, at once (no save button). Space and Enter turn it. */
export function Switch({ label, hint, className, checked, onCheckedChange, ...rest }: SwitchProps) {
  const generated = useId();
  const control = useFieldControl(rest);
  const id = control.id ?? generated;
  const { 'aria-required': _required, ...attributes } = control;
  const track = (
    <Track
      {...attributes}
      id={id}
      checked={checked}
      onCheckedChange={onCheckedChange}
      {...(hint
        ? { 'aria-labelledby': control['aria-labelledby'] ?? `${id}-name`, 'aria-describedby': `${id}-about` }
        : {})}
    >
      <Thumb />
    </Track>
  );
  if (label === undefined) return track;
  return (
    <Line className={className}>
      {track}
      <label htmlFor={id}>
        <span id={`${id}-name`}>{label}</span>
        {hint && <small id={`${id}-about`}>{hint}</small>}
      </label>
    </Line>
  );
}
