import { useEffect, useId, useRef } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { useFieldControl } from './field';

const mark = (path: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12' fill='none' stroke='white' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`;

const Box = styled.input`
  appearance: none;
  position: relative;
  display: inline-block;
  vertical-align: middle;
  flex: none;
  width: 16px;
  height: 16px;
  margin: 0;
  border: 1.5px solid var(--border-control);
  border-radius: var(--r-1);
  background: var(--surface) center / 12px no-repeat;
  cursor: pointer;
  &::before {
    content: '';
    position: absolute;
    inset: -6px;
  }
  /* Alone, under a thumb. With a label the whole line is pressed. */
  @media (max-width: 720px) {
    :not(label) > &::before {
      inset: -12px;
    }
  }
  &:checked,
  &:indeterminate {
    background-color: var(--accent);
    border-color: var(--accent);
  }
  &:checked {
    background-image: ${mark('m2.5 6.2 2.4 2.4 4.6-5')};
  }
  &:indeterminate {
    background-image: ${mark('M3 6h6')};
  }
  &[aria-invalid='true'] {
    border-color: var(--danger);
  }
  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

const Line = styled.label`
  display: flex;
  align-items: flex-start;
  gap: var(--s-2);
  cursor: pointer;
  min-width: 0;
  & > input {
    margin-top: 2px;
  }
  & > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  &:has(input:disabled) {
    cursor: not-allowed;
    color: var(--muted);
  }
  small {
    display: block;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
  }
`;

/** Props of a {@link Checkbox}. */
export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'checked'> {
  checked?: boolean | 'mixed';
  onCheckedChange?: (checked: boolean) => void;
  onChange?: InputHTMLAttributes<HTMLInputElement>['onChange'];
  /** Text beside the box; without one give `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One choice that is on, off, or mixed. Space turns it. */
export function Checkbox({ checked, onCheckedChange, onChange, label, hint, className, ref, ...rest }: CheckboxProps) {
  const inner = useRef<HTMLInputElement | null>(null);
  const hintId = useId();
  const control = useFieldControl(rest);
  useEffect(() => {
    if (inner.current) inner.current.indeterminate = checked === 'mixed';
  }, [checked]);
  const setRef = (element: HTMLInputElement | null) => {
    inner.current = element;
    if (element) element.indeterminate = checked === 'mixed';
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  const box = (
    <Box
      ref={setRef}
      {...control}
      type="checkbox"
      {...(checked === undefined ? {} : { checked: checked === true })}
      {...(hint ? { 'aria-labelledby': `${hintId}-name`, 'aria-describedby': hintId } : {})}
      onChange={(event) => {
        onChange?.(event);
        onCheckedChange?.(event.target.checked);
      }}
    />
  );
  if (label === undefined) return box;
  return (
    <Line className={className}>
      {box}
      <span>
        <span id={`${hintId}-name`}>{label}</span>
        {hint && <small id={hintId}>{hint}</small>}
      </span>
    </Line>
  );
}
