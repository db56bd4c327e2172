import type { HTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { Glyph, Icon } from './icon';
import type { GlyphName, IconName } from './icon';

/** What a colour means: amber needs a look, red failed or is blocked, green holds. */
export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent' | 'outline';

const colours: Record<BadgeTone, string> = {
  neutral: 'background: var(--surface-3); color: var(--text-2);',
  success: 'background: var(--success-soft); color: var(--success);',
  warning: 'background: var(--warning-soft); color: var(--warning);',
  danger: 'background: var(--danger-soft); color: var(--danger);',
  info: 'background: var(--info-soft); color: var(--info);',
  accent: 'background: var(--accent-soft); color: var(--accent-text);',
  outline: 'color: var(--text-2); box-shadow: inset 0 0 0 1px var(--border-strong);',
};

const Box = styled.span<{ $tone: BadgeTone }>`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  flex: none;
  height: 20px;
  padding: 0 6px;
  border-radius: var(--r-1);
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  font-weight: var(--w-medium);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  ${({ $tone }) => colours[$tone]}
`;

/** Props of a {@link Badge}. */
export interface BadgeProps extends HTMLAttributes<HTMLSpanElement> {
  tone?: BadgeTone;
  glyph?: GlyphName;
  icon?: IconName;
}

/** A word on a tint. */
export function Badge({ tone = 'neutral', glyph, icon, children, ...rest }: BadgeProps) {
  return (
    <Box $tone={tone} {...rest}>
      {glyph && <Glyph name={glyph} />}
      {icon && <Icon name={icon} size={12} />}
      {children}
    </Box>
  );
}
