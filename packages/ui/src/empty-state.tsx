import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { EmptyDrawing } from './empty-drawing';
import type { EmptyDrawingName } from './empty-drawing';
import { Icon } from './icon';
import type { IconName } from './icon';

const Box = styled.div`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: var(--s-2);
  padding: var(--s-8) var(--s-6);
  text-align: center;
  & > h2,
  & > h3 {
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
  }
  & > p {
    max-width: 320px;
    color: var(--muted);
    text-wrap: balance;
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: var(--s-2);
  margin-top: var(--s-3);
`;

const Note = styled.div`
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  overflow-wrap: anywhere;
`;

/** Props of an {@link EmptyState}. */
export interface EmptyStateProps {
  title: ReactNode;
  /** What belongs here, or why nothing is here; two short sentences at most. */
  children?: ReactNode;
  drawing?: EmptyDrawingName;
  icon?: IconName;
  /** Above the title, e.g. the filters that hide everything. */
  lead?: ReactNode;
  /** The next step, done from here. */
  actions?: ReactNode;
  /** A quiet line: what is ready, a reference to report. */
  note?: ReactNode;
  level?: 2 | 3;
  className?: string;
}

/** A place without content: says what belongs here and does the next step. */
export function EmptyState({
  title,
  children,
  drawing,
  icon,
  lead,
  actions,
  note,
  level = 2,
  className,
}: EmptyStateProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <Box className={className}>
      {drawing && <EmptyDrawing name={drawing} />}
      {icon && <Icon name={icon} style={{ color: 'var(--muted)' }} />}
      {lead}
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {actions && <Actions>{actions}</Actions>}
      {note && <Note>{note}</Note>}
    </Box>
  );
}
