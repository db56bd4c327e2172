import type { HTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { Glyph, Icon } from './icon';
import type { GlyphName, IconName } from './icon';

/** Colour of the glyph; `off` also quiets the word. */
export type StatusTone = 'success' | 'warning' | 'danger' | 'info' | 'accent' | 'off';

const colour: Record<StatusTone, string> = {
  success: '--success',
  warning: '--warning',
  danger: '--danger',
  info: '--info',
  accent: '--accent-text',
  off: '--muted',
};

const Box = styled.span<{ $tone: StatusTone; $quiet: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  font-weight: ${({ $quiet }) => ($quiet ? 'var(--w-regular)' : 'var(--w-medium)')};
  white-space: nowrap;
  ${({ $tone }) => $tone === 'off' && 'color: var(--muted);'}
  & > svg {
    color: var(${({ $tone }) => colour[$tone]});
  }
`;

/** Props of a {@link Status}. */
export interface StatusProps extends HTMLAttributes<HTMLSpanElement> {
  tone: StatusTone;
  glyph?: GlyphName;
  icon?: IconName;
  /** Regular weight, for lines in running lists. */
  quiet?: boolean;
}

/** A glyph, a word and a colour, so that none of them says it alone. */
export function Status({ tone, glyph, icon, quiet = false, children, ...rest }: StatusProps) {
  return (
    <Box $tone={tone} $quiet={quiet} {...rest}>
      {glyph && <Glyph name={glyph} />}
      {icon && <Icon name={icon} />}
      {children}
    </Box>
  );
}

/** States that things of the product have, with the glyph and tone each always has. */
export const knownStates = {
  active: { glyph: 'active', tone: 'success', label: 'Active' },
  paused: { glyph: 'paused', tone: 'warning', label: 'Paused' },
  off: { glyph: 'paused', tone: 'off', label: 'Off' },
  draft: { glyph: 'draft', tone: 'off', label: 'Draft' },
  completed: { glyph: 'done', tone: 'info', label: 'Completed' },
  stopped: { glyph: 'stopped', tone: 'danger', label: 'Stopped' },
  archived: { glyph: 'archived', tone: 'off', label: 'Archived' },
  waiting: { glyph: 'wait', tone: 'off', label: 'Waiting' },
  started: { glyph: 'progress', tone: 'info', label: 'In progress' },
  fresh: { glyph: 'new', tone: 'off', label: 'Not started' },
  good: { glyph: 'done', tone: 'success', label: 'Good' },
  warning: { glyph: 'warn', tone: 'warning', label: 'Needs a look' },
  failed: { glyph: 'bad', tone: 'danger', label: 'Failed' },
} as const satisfies Record<string, { glyph: GlyphName; tone: StatusTone; label: string }>;

/** A state of {@link knownStates}. */
export type KnownState = keyof typeof knownStates;

/** A {@link Status} by the name of its state; `children` replaces the word. */
export function StateStatus({ state, children, ...rest }: Omit<StatusProps, 'tone' | 'glyph'> & { state: KnownState }) {
  const { glyph, tone, label } = knownStates[state];
  return (
    <Status glyph={glyph} tone={tone} {...rest}>
      {children ?? label}
    </Status>
  );
}
