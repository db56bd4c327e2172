import { styled } from 'styled-components';

/** Steps of the 4 px grid: the number is the token's, so 4 is 16 px. */
export type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 16;

interface FlowProps {
  /** Gap between children, a step of the space scale. */
  $gap?: Space;
  $align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  $justify?: 'start' | 'center' | 'end' | 'between';
  $wrap?: boolean;
  $grow?: boolean;
  $pad?: Space;
}

const space = (step: Space) => (step === 0 ? '0' : `var(--s-${step})`);
const justify = { start: 'flex-start', center: 'center', end: 'flex-end', between: 'space-between' } as const;
const align = {
  start: 'flex-start',
  center: 'center',
  end: 'flex-end',
  stretch: 'stretch',
  baseline: 'baseline',
} as const;

/** Children beside each other, centred on the line. */
export const Row = styled.div<FlowProps>`
  display: flex;
  align-items: ${({ $align = 'center' }) => align[$align]};
  justify-content: ${({ $justify = 'start' }) => justify[$justify]};
  flex-wrap: ${({ $wrap }) => ($wrap ? 'wrap' : 'nowrap')};
  gap: ${({ $gap = 2 }) => space($gap)};
  padding: ${({ $pad = 0 }) => space($pad)};
  flex: ${({ $grow }) => ($grow ? '1 1 0' : 'initial')};
  min-width: 0;
`;

/** Children below each other. */
export const Stack = styled(Row)`
  flex-direction: column;
  align-items: ${({ $align = 'stretch' }) => align[$align]};
`;

/** Equal columns; `$min` (px) lets them fold on narrow screens. */
export const Grid = styled.div<{ $columns?: number; $min?: number; $gap?: Space }>`
  display: grid;
  grid-template-columns: ${({ $columns = 1, $min }) =>
    $min ? `repeat(auto-fit, minmax(min(${$min}px, 100%), 1fr))` : `repeat(${$columns}, minmax(0, 1fr))`};
  gap: ${({ $gap = 4 }) => space($gap)};
  min-width: 0;
`;

/** Takes what is left of a row. */
export const Grow = styled.div`
  flex: 1;
  min-width: 0;
`;

/** Pushes what follows to the end of a row. */
export const Push = styled.div`
  margin-left: auto;
  display: flex;
  align-items: center;
  gap: var(--s-2);
`;

/** A hairline between things. */
export const Divider = styled.hr`
  width: 100%;
  border: 0;
  border-top: 1px solid var(--border);
  margin: 0;
`;
