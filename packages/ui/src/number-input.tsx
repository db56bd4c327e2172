import { useEffect, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { useFieldControl } from './field';
import type { ControlAttributes } from './field';
import { Icon } from './icon';
import { Affix, InputShell } from './input-shell';

const Steps = styled.span`
  display: flex;
  flex-direction: column;
  align-self: stretch;
  margin-right: -10px;
  border-left: 1px solid var(--border);
  & > button {
    flex: 1;
    width: 24px;
    display: grid;
    place-items: center;
    color: var(--muted);
    &:hover {
      background: var(--surface-3);
      color: var(--text);
    }
    &:disabled {
      color: var(--disabled);
      cursor: not-allowed;
    }
  }
  & > button + button {
    border-top: 1px solid var(--border);
  }
  @media (max-width: 720px) {
    display: none;
  }
`;

const Shell = styled(InputShell)`
  & > input {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  overflow: hidden;
`;

/** Props of a {@link NumberInput}. */
export interface NumberInputProps extends ControlAttributes {
  value: number | null;
  /** `null` when it is emptied. Told while typing, for every text that is a number. */
  onValueChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Decimal places that can be typed; 0 by default. */
  decimals?: number;
  unit?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  name?: string;
  onBlur?: () => void;
  placeholder?: string;
  className?: string;
  'aria-label'?: string;
  ref?: Ref<HTMLInputElement>;
}

const parse = (text: string): number | null | undefined => {
  const clean = text.replace(/[\s,]/g, '');
  if (clean === '') return null;
  const value = Number(clean);
  return Number.isFinite(value) ? value : undefined;
};

/** A number with its unit. Arrow keys step, with Shift ten times; limits apply when it is left. */
export function NumberInput({
  value,
  onValueChange,
  min = -Infinity,
  max = Infinity,
  step = 1,
  decimals = 0,
  unit,
  size = 'medium',
  className,
  onBlur,
  ref,
  ...rest
}: NumberInputProps) {
  const control = useFieldControl(rest);
  const [text, setText] = useState(value === null ? '' : String(value));
  useEffect(() => {
    setText((shown) => (parse(shown) === value ? shown : value === null ? '' : String(value)));
  }, [value]);

  const settle = (next: number) => {
    const rounded = Number(Math.min(max, Math.max(min, next)).toFixed(decimals));
    setText(String(rounded));
    onValueChange(rounded);
  };
  const stepBy = (steps: number) => settle((value ?? Math.max(min, Math.min(max, 0))) + steps * step);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    stepBy((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
  };
  return (
    <Shell
      $size={size}
      className={className}
      data-invalid={control['aria-invalid'] ? '' : undefined}
      data-disabled={control.disabled ? '' : undefined}
    >
      <input
        ref={ref}
        {...control}
        type="text"
        role="spinbutton"
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={text}
        aria-valuenow={value ?? undefined}
        aria-valuemin={Number.isFinite(min) ? min : undefined}
        aria-valuemax={Number.isFinite(max) ? max : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          const shown = event.target.value;
          setText(shown);
          const typed = parse(shown);
          if (typed !== undefined) onValueChange(typed);
        }}
        onBlur={() => {
          const typed = parse(text);
          if (typed === undefined) setText(value === null ? '' : String(value));
          else if (typed !== null) settle(typed);
          onBlur?.();
        }}
      />
      {unit && <Affix>{unit}</Affix>}
      <Steps aria-hidden="true">
        <button
          type="button"
          tabIndex={-1}
          disabled={control.disabled || (value ?? 0) >= max}
          onClick={() => stepBy(1)}
        >
          <Icon name="chevron-up" size={12} />
        </button>
        <button
          type="button"
          tabIndex={-1}
          disabled={control.disabled || (value ?? 0) <= min}
          onClick={() => stepBy(-1)}
        >
          <Icon name="chevron-down" size={12} />
        </button>
      </Steps>
    </Shell>
  );
}
