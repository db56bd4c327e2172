import * as Primitive from 'radix-ui/slider';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useFieldControl, useFieldLabelId } from './field';
import type { ControlAttributes } from './field';

const Root = styled(Primitive.Root)`
  position: relative;
  display: flex;
  align-items: center;
  width: 100%;
  height: 24px;
  cursor: pointer;
  touch-action: none;
  user-select: none;
  &[data-disabled] {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

const Track = styled(Primitive.Track)`
  position: relative;
  flex: 1;
  height: 4px;
  border-radius: 2px;
  background: var(--surface-3);
  box-shadow: inset 0 0 0 0.5px var(--border-strong);
`;

const Range = styled(Primitive.Range)`
  position: absolute;
  height: 100%;
  border-radius: 2px;
  background: var(--accent);
`;

const Thumb = styled(Primitive.Thumb)`
  display: block;
  width: 16px;
  height: 16px;
  border-radius: 50%;
  background: var(--surface);
  border: 1.5px solid var(--accent);
  box-shadow: var(--shadow-1);
`;

const Ends = styled.div`
  display: flex;
  justify-content: space-between;
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  color: var(--muted);
  font-variant-numeric: tabular-nums;
`;

/** Props of a {@link Slider}. */
export interface SliderProps extends ControlAttributes {
  value: number;
  onValueChange: (value: number) => void;
  /** Told once, when the thumb is let go. */
  onValueCommit?: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** The value in words with its unit, for screen readers: "50 mails a day". */
  valueText?: (value: number) => string;
  /** Texts below the ends. */
  ends?: readonly [ReactNode, ReactNode];
  'aria-label'?: string;
}

/** A value on a scale. Arrow keys step, Page keys step ten times, Home and End go to the ends. */
export function Slider({
  value,
  onValueChange,
  onValueCommit,
  min = 0,
  max = 100,
  step = 1,
  valueText,
  ends,
  'aria-label': label,
  ...rest
}: SliderProps) {
  const labelId = useFieldLabelId();
  const { disabled, 'aria-describedby': describedBy } = useFieldControl(rest);
  return (
    <div>
      <Root
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled ?? false}
        onValueChange={([next]: number[]) => onValueChange(next ?? min)}
        {...(onValueCommit ? { onValueCommit: ([next]: number[]) => onValueCommit(next ?? min) } : {})}
      >
        <Track>
          <Range />
        </Track>
        <Thumb
          aria-valuetext={valueText?.(value)}
          aria-describedby={describedBy}
          {...(label ? { 'aria-label': label } : { 'aria-labelledby': labelId })}
        />
      </Root>
      {ends && (
        <Ends aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </Ends>
      )}
    </div>
  );
}
