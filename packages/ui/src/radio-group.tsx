import { useId } from 'react';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { useFieldControl, useFieldLabelId } from './field';
import type { ControlAttributes } from './field';

const Group = styled.div<{ $row: boolean }>`
  display: flex;
  flex-direction: ${({ $row }) => ($row ? 'row' : 'column')};
  flex-wrap: wrap;
  gap: ${({ $row }) => ($row ? 'var(--s-2) var(--s-4)' : 'var(--s-2)')};
`;

const Circle = styled.input`
  appearance: none;
  position: relative;
  display: grid;
  place-items: center;
  flex: none;
  width: 16px;
  height: 16px;
  margin: 2px 0 0;
  border: 1.5px solid var(--border-control);
  border-radius: 50%;
  background: var(--surface);
  &::before {
    content: '';
    position: absolute;
    inset: -6px;
  }
  &:checked {
    border: 5px solid var(--accent);
  }
  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

const Line = styled.div<{ $card: boolean }>`
  display: flex;
  align-items: flex-start;
  gap: var(--s-2);
  ${({ $card }) =>
    $card &&
    css`
      flex: 1 1 200px;
      /* Four choices are two lines of two; three above one full line would look like an afterthought. */
      &:first-child:nth-last-child(4),
      &:first-child:nth-last-child(4) ~ & {
        flex-basis: max(200px, calc(50% - var(--s-4)));
      }
      padding: var(--s-3);
      border: 1px solid var(--border-strong);
      border-radius: var(--r-3);
      &:hover {
        border-color: var(--border-control);
      }
      &:has(:checked) {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
    `}
  label {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  small {
    display: block;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
  }
`;

/** One choice of a {@link RadioGroup}. */
export interface RadioOption<T extends string> {
  value: T;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

/** Props of a {@link RadioGroup}. */
export interface RadioGroupProps<T extends string> extends ControlAttributes {
  value: T | null;
  onValueChange: (value: T) => void;
  options: readonly RadioOption<T>[];
  direction?: 'row' | 'column';
  /** Each choice in a frame, for choices that need a sentence. */
  cards?: boolean;
  name?: string;
  'aria-label'?: string;
}

/** One of several choices, all seen at once. Arrow keys move and choose. */
export function RadioGroup<T extends string>({
  value,
  onValueChange,
  options,
  direction = 'column',
  cards = false,
  name,
  ...rest
}: RadioGroupProps<T>) {
  const generated = useId();
  const labelId = useFieldLabelId();
  const { id, disabled, 'aria-invalid': _invalid, ...attributes } = useFieldControl(rest);
  const base = id ?? generated;
  return (
    <Group
      role="radiogroup"
      $row={direction === 'row'}
      {...attributes}
      {...(rest['aria-label'] ? {} : { 'aria-labelledby': labelId })}
    >
      {options.map((option, index) => {
        const optionId = index === 0 ? base : `${base}-${option.value}`;
        return (
          <Line key={option.value} $card={cards}>
            <Circle
              type="radio"
              name={name ?? generated}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              id={optionId}
              disabled={disabled || option.disabled || false}
              aria-labelledby={`${optionId}-text`}
              {...(option.hint ? { 'aria-describedby': `${optionId}-hint` } : {})}
            />
            <label htmlFor={optionId}>
              <span id={`${optionId}-text`}>{option.label}</span>
              {option.hint && <small id={`${optionId}-hint`}>{option.hint}</small>}
            </label>
          </Line>
        );
      })}
    </Group>
  );
}
