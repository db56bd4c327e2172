import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-3) var(--s-6);
  flex: none;
  min-height: 52px;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  min-width: 0;
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
    gap: 0 var(--s-4);
    flex-wrap: wrap;
  }
`;

const Title = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-3);
  min-width: 0;
  & > h1 {
    font-size: var(--fs-5);
    line-height: var(--lh-5);
    font-weight: var(--w-bold);
    letter-spacing: -0.01em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* The status keeps its words; a long title and the detail give way. */
  & > :not(h1, small) {
    flex: none;
  }
  & > small {
    flex-shrink: 4;
    font-size: var(--fs-2);
    color: var(--muted);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (max-width: 720px) {
    min-height: 44px;
    & > small {
      display: none;
    }
  }
`;

const TabSlot = styled.div`
  align-self: stretch;
  display: flex;
  align-items: flex-end;
  min-width: 0;
  @media (max-width: 720px) {
    order: 3;
    flex-basis: 100%;
    overflow-x: auto;
    & > * {
      --tab-height: 40px;
    }
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  margin-left: auto;
  flex: none;
  padding: var(--s-2) 0;
`;

/** Props of a {@link PageHeader}. */
export interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title: its status. */
  status?: ReactNode;
  /** A quiet line beside it: when it sends next, where it belongs. */
  detail?: ReactNode;
  /** Tabs of the page; give them `height={52}` and `line={false}`. */
  tabs?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
}

/** The title of a page with its tabs and its actions; holds the page's one h1. */
export function PageHeader({ title, status, detail, tabs, actions }: PageHeaderProps) {
  return (
    <Head>
      <Title>
        <h1>{title}</h1>
        {status}
        {detail && <small>{detail}</small>}
      </Title>
      {tabs && <TabSlot>{tabs}</TabSlot>}
      {actions && <Actions>{actions}</Actions>}
    </Head>
  );
}

/** The padded, scrolling content of a page. */
export const PageBody = styled.div<{ $well?: boolean }>`
  flex: 1;
  min-height: 0;
  overflow: auto;
  display: flex;
  flex-direction: column;
  gap: var(--s-4);
  padding: var(--s-4) var(--s-6) var(--s-6);
  background: ${({ $well }) => ($well ? 'var(--surface-2)' : 'transparent')};
  @media (max-width: 720px) {
    padding: var(--s-4);
  }
`;
