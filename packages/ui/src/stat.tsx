import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Definition } from './definition';
import { Glyph } from './icon';
import { Skeleton } from './skeleton';

/** A row of figures in one frame; on a phone two beside each other. */
export const Stats = styled.dl`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface);
  overflow: hidden;
  @media (max-width: 720px) {
    grid-auto-flow: row;
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/* Name, figure and detail are rows that all figures share: a name of two lines moves its neighbours down too. */
const Box = styled.div`
  display: grid;
  grid-row: span 3;
  grid-template-rows: subgrid;
  align-content: start;
  min-width: 0;
  padding: var(--s-3) var(--s-4);
  margin: 0 0 -1px -1px;
  border-left: 1px solid var(--border);
  border-bottom: 1px solid var(--border);
`;

const Name = styled.dt`
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  overflow-wrap: break-word;
  & > button {
    text-align: start;
  }
`;

const Figure = styled.dd<{ $size: 5 | 6 }>`
  font-size: ${({ $size }) => `var(--fs-${$size})`};
  line-height: ${({ $size }) => ($size === 6 ? 'var(--lh-6)' : '28px')};
  font-weight: var(--w-bold);
  letter-spacing: -0.02em;
  font-variant-numeric: tabular-nums;
  min-height: ${({ $size }) => ($size === 6 ? 'var(--lh-6)' : '28px')};
  small {
    font-size: var(--fs-3);
    font-weight: var(--w-regular);
    color: var(--muted);
    letter-spacing: 0;
  }
`;

const Under = styled.dd`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  align-self: start;
  gap: 0 10px;
  min-height: 16px;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  overflow-wrap: break-word;
  & > span {
    min-width: 0;
  }
  & > [data-trend] {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  font-variant-numeric: tabular-nums;
`;

/** A change against the period before. */
export interface Trend {
  direction: 'up' | 'down' | 'flat';
  /** With its unit: "1.2 pt". */
  text: string;
  /** Whether this direction is welcome; a falling bounce rate is. */
  good?: boolean;
}

/** Props of a {@link Stat}. */
export interface StatProps {
  label: ReactNode;
  /** The figure with its unit; `null` shows an en dash. */
  value: ReactNode;
  /** What it counts, of what. */
  definition?: ReactNode;
  /** Opens the rows behind it. */
  onOpen?: () => void;
  href?: string;
  trend?: Trend;
  /** A line below without a direction: "of 5,914 planned". */
  detail?: ReactNode;
  size?: 'normal' | 'small';
  loading?: boolean;
}

const glyphs = { up: 'tri-up', down: 'tri-down', flat: 'flat' } as const;
const words = { up: 'up ', down: 'down ', flat: '' } as const;

/** One figure with its definition and its trend. */
export function Stat({
  label,
  value,
  definition,
  onOpen,
  href,
  trend,
  detail,
  size = 'normal',
  loading = false,
}: StatProps) {
  const open = { ...(onOpen ? { onOpen } : {}), ...(href === undefined ? {} : { href }) };
  const trendColour =
    !trend || trend.direction === 'flat' || trend.good === undefined
      ? 'inherit'
      : trend.good
        ? 'var(--success)'
        : 'var(--danger)';
  return (
    <Box>
      <Name>
        {definition ? (
          <Definition text={definition} {...open}>
            {label}
          </Definition>
        ) : (
          label
        )}
      </Name>
      <Figure $size={size === 'small' ? 5 : 6}>
        {loading ? <Skeleton $width={72} $height={20} style={{ position: 'relative', top: 6 }} /> : (value ?? '–')}
      </Figure>
      {(trend || detail) && (
        <Under>
          {trend && (
            <span data-trend="">
              <Glyph
                name={glyphs[trend.direction]}
                size={8}
                style={{ color: trendColour }}
                {...(words[trend.direction] ? { title: words[trend.direction].trim() } : {})}
              />
              <span>{trend.text}</span>
            </span>
          )}
          {detail !== undefined && <span>{detail}</span>}
        </Under>
      )}
    </Box>
  );
}
