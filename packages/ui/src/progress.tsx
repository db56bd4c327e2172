import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Track = styled.div<{ $size: 4 | 8 }>`
  display: flex;
  gap: 1px;
  height: ${({ $size }) => $size}px;
  border-radius: ${({ $size }) => $size / 2}px;
  background: var(--surface-3);
  overflow: hidden;
`;

const Part = styled.i`
  display: block;
  flex: none;
  transition: width var(--t-3) var(--ease);
`;

const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: var(--s-2);
  margin-bottom: 6px;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  & > :last-child {
    color: var(--muted);
  }
`;

/** Colour of a part. */
export type ProgressTone = 'accent' | 'off' | 'success' | 'info' | 'warning' | 'danger' | 'neutral';

const colours: Record<ProgressTone, string> = {
  accent: 'var(--accent)',
  off: 'var(--border-control)',
  success: 'var(--success)',
  info: 'var(--info)',
  warning: 'var(--warning)',
  danger: 'var(--danger)',
  neutral: 'var(--muted)',
};

/** Props of a {@link Progress}. */
export interface ProgressProps {
  value: number;
  max: number;
  /** What progresses; its name for screen readers. */
  label: string;
  /** Texts above the bar: left the share, right the count. */
  start?: ReactNode;
  end?: ReactNode;
  tone?: ProgressTone;
  size?: 4 | 8;
}

/** How far something is. */
export function Progress({ value, max, label, start, end, tone = 'accent', size = 4 }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div>
      {(start !== undefined || end !== undefined) && (
        <Head>
          <span>{start}</span>
          <span>{end}</span>
        </Head>
      )}
      <Track
        $size={size}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
      >
        <Part style={{ width: `${share * 100}%`, background: colours[tone] }} />
      </Track>
    </div>
  );
}

/** One part of a {@link StackedProgress}. */
export interface ProgressPart {
  id: string;
  label: string;
  value: number;
  tone: ProgressTone;
}

/** Several outcomes of one whole in one bar; a part that is not zero is at least 2 px wide. The figures must also stand beside it. */
export function StackedProgress({
  parts,
  max,
  label,
  size = 8,
}: {
  parts: readonly ProgressPart[];
  max: number;
  label: string;
  size?: 4 | 8;
}) {
  const shown = parts.filter((part) => part.value > 0);
  const words = shown.map((part) => `${part.label} ${part.value}`).join(', ');
  return (
    <Track $size={size} role="img" aria-label={`${label}: ${words || 'nothing yet'}, of ${max}`}>
      {shown.map((part) => (
        <Part
          key={part.id}
          title={`${part.label} ${part.value}`}
          style={{ width: `${(part.value / Math.max(1, max)) * 100}%`, minWidth: 2, background: colours[part.tone] }}
        />
      ))}
    </Track>
  );
}
