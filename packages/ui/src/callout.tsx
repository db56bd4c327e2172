import type { HTMLAttributes, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Glyph, Icon } from './icon';
import type { GlyphName, IconName } from './icon';

/** Meaning of a {@link Callout}. */
export type CalloutTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

const roles: Record<CalloutTone, string> = {
  neutral: 'background: var(--surface-2); border-color: var(--border); --c: var(--muted);',
  info: 'background: var(--info-soft); border-color: var(--info-line); --c: var(--info);',
  success: 'background: var(--success-soft); border-color: var(--success-line); --c: var(--success);',
  warning: 'background: var(--warning-soft); border-color: var(--warning-line); --c: var(--warning);',
  danger: 'background: var(--danger-soft); border-color: var(--danger-line); --c: var(--danger);',
};

const Box = styled.div<{ $tone: CalloutTone }>`
  display: flex;
  gap: 10px;
  padding: var(--s-3);
  border: 1px solid;
  border-radius: var(--r-3);
  min-width: 0;
  ${({ $tone }) => roles[$tone]}
  & > svg {
    color: var(--c);
    margin-top: 2px;
  }
  & > [data-glyph] {
    margin-top: 4px;
  }
  /* With a button at the end the first line is centred on it. */
  &[data-actions] {
    & > svg {
      margin-top: 6px;
    }
    & > [data-glyph] {
      margin-top: 8px;
    }
  }
`;

/** The words, and what to do about them beside them, or below them where they would have no room. */
const Line = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  gap: var(--s-2);
  min-width: 0;
  &[data-actions] > :first-child {
    padding: 4px 0;
  }
`;

const Content = styled.div`
  flex: 1 1 240px;
  min-width: 0;
  color: var(--text-2);
  overflow-wrap: anywhere;
  & > b {
    font-weight: var(--w-medium);
    color: var(--text);
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-2);
  align-self: flex-start;
`;

const glyphs: Partial<Record<CalloutTone, GlyphName>> = { success: 'done', warning: 'warn', danger: 'bad' };

/** Props of a {@link Callout}. */
export interface CalloutProps extends Omit<HTMLAttributes<HTMLDivElement>, 'title'> {
  tone?: CalloutTone;
  /** What happened, in bold, ending with a full stop. */
  title?: ReactNode;
  icon?: IconName;
  actions?: ReactNode;
}

/** Something to know about the page, with what to do about it. Give `role="alert"` when it appears by itself. */
export function Callout({ tone = 'neutral', title, icon, actions, children, ...rest }: CalloutProps) {
  const glyph = glyphs[tone];
  return (
    <Box $tone={tone} data-actions={actions ? '' : undefined} {...rest}>
      {icon ? <Icon name={icon} /> : glyph ? <Glyph name={glyph} /> : <Icon name="info" />}
      <Line data-actions={actions ? '' : undefined}>
        <Content>
          {title && <b>{title} </b>}
          {children}
        </Content>
        {actions && <Actions>{actions}</Actions>}
      </Line>
    </Box>
  );
}
