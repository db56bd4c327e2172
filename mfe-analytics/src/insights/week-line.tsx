import { styled } from 'styled-components';

const Drawing = styled.svg<{ $tone: string }>`
  display: block;
  width: 88px;
  height: 24px;
  overflow: visible;
  color: var(${({ $tone }) => $tone});
`;
const [width, height] = [88, 24];

/** The points of a line over its weeks, from 0 to the largest value. Pure. */
export function linePoints(values: readonly number[]): [number, number][] {
  const top = Math.max(1, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, index) => [
    Math.round(index * step * 10) / 10,
    Math.round((height - 2 - (value / top) * (height - 4)) * 10) / 10,
  ]);
}

/** How a figure went week by week: a line with its numbers as its name. */
export function WeekLine({ label, values }: { label: string; values: readonly number[] | undefined }) {
  if (!values) return null;
  const points = linePoints(values);
  const [last, first] = [points.at(-1), points[0]];
  const line = points.map((point) => point.join(',')).join(' ');
  const sum = (from: readonly number[]) => from.reduce((total, value) => total + value, 0);
  const half = Math.floor(values.length / 2);
  const isFalling = sum(values.slice(-half)) < sum(values.slice(0, half)) * 0.75;
  return (
    <Drawing
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${label}, week by week: ${values.join(', ')}`}
      $tone={isFalling ? '--danger' : '--success'}
    >
      <polygon
        points={`${first?.[0] ?? 0},${height} ${line} ${last?.[0] ?? 0},${height}`}
        fill="currentColor"
        opacity={0.15}
      />
      <polyline points={line} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
      {last && <circle cx={last[0]} cy={last[1]} r={2} fill="currentColor" />}
    </Drawing>
  );
}
