import * as Primitive from 'radix-ui/toggle-group';
import { styled } from 'styled-components';
import { Icon } from './icon';
import type { IconName } from './icon';

const Bar = styled(Primitive.Root)`
  display: inline-flex;
  padding: 2px;
  gap: 2px;
  background: var(--surface-3);
  border-radius: var(--r-2);
`;

const Segment = styled(Primitive.Item)<{ $square: boolean }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  height: 24px;
  ${({ $square }) => ($square ? 'width: 28px; padding: 0;' : 'padding: 0 10px;')}
  border-radius: var(--r-1);
  font-size: var(--fs-2);
  font-weight: var(--w-medium);
  color: var(--muted);
  white-space: nowrap;
  &:hover {
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -1px;
  }
  &[data-state='on'] {
    background: var(--raised);
    color: var(--text);
    box-shadow: var(--shadow-1);
  }
  @media (max-width: 720px) {
    height: 36px;
    ${({ $square }) => $square && 'width: 40px;'}
  }
`;

/** One of a few ways to see the same thing. */
export interface SegmentItem<T extends string> {
  id: T;
  label: string;
  icon?: IconName;
  /** Shows the icon alone; the label is its name. */ iconOnly?: boolean;
}

/** Props of {@link Segmented}. */
export interface SegmentedProps<T extends string> {
  items: readonly SegmentItem<T>[];
  value: T;
  onValueChange: (value: T) => void;
  label: string;
}

/** Exactly one of two to four choices, taken at once. Arrow keys move. */
export function Segmented<T extends string>({ items, value, onValueChange, label }: SegmentedProps<T>) {
  return (
    <Bar
      type="single"
      value={value}
      aria-label={label}
      onValueChange={(next) => {
        if (next) onValueChange(next as T);
      }}
    >
      {items.map((item) => (
        <Segment
          key={item.id}
          value={item.id}
          $square={item.iconOnly ?? false}
          {...(item.iconOnly ? { 'aria-label': item.label, title: item.label } : {})}
        >
          {item.icon && <Icon name={item.icon} size={item.iconOnly ? 16 : 14} />}
          {!item.iconOnly && item.label}
        </Segment>
      ))}
    </Bar>
  );
}
