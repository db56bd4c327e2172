import type { HTMLAttributes, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Count } from './text';

/** The padded inside of a card. */
export const CardBody = styled.div`
  padding: 0 var(--s-4) var(--s-4);
  &:first-child {
    padding-top: var(--s-4);
  }
`;

const Box = styled.section<{ $flush?: boolean }>`
  min-width: 0;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  /* What reaches the edge ends in the card's corners; unlike hidden, clip leaves sticky heads to the page. */
  ${({ $flush }) => $flush && 'overflow: clip;'}
  /* The title has room below it, also where a form holds the inside. */
  & > header + form > ${CardBody}:first-child {
    padding-top: 0;
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 44px;
  padding: var(--s-2) var(--s-4);
  & > h2,
  & > h3 {
    font-size: var(--fs-3);
    line-height: var(--lh-3);
    font-weight: var(--w-bold);
  }
  & > [data-long] {
    flex-shrink: 2;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  /* Beside a remark and buttons a title would become a column of single words. */
  @media (max-width: 639.98px) {
    flex-wrap: wrap;
    row-gap: 2px;
  }
`;

const Actions = styled.div`
  margin-left: auto;
  display: flex;
  align-items: center;
  gap: var(--s-2);
`;

/** A quiet last line of a card. */
export const CardFoot = styled.footer`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 36px;
  padding: var(--s-1) var(--s-4);
  border-top: 1px solid var(--border);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  /* Buttons are higher here. */
  @media (max-width: 720px) {
    padding-block: var(--s-2);
  }
`;

/** Props of a {@link Card}. */
export interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title?: ReactNode;
  /** Beside the title: a count or a short remark. */
  detail?: ReactNode;
  actions?: ReactNode;
  /** Level of the title's heading. */
  level?: 2 | 3;
  /** Pads the content; leave it off for tables and lists that reach the edge. */
  padded?: boolean;
}

/** A panel with an edge. Cards never stand in cards. */
export function Card({ title, detail, actions, level = 2, padded = true, children, ...rest }: CardProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  // A word like this is broken; one of our own, beside a long remark, is not.
  const isLong = typeof title === 'string' && /\S{25}/.test(title);
  return (
    <Box $flush={!padded} {...rest}>
      {(title || actions) && (
        <Head>
          {title && <Title data-long={isLong ? '' : undefined}>{title}</Title>}
          {detail && <Count as="span">{detail}</Count>}
          {actions && <Actions>{actions}</Actions>}
        </Head>
      )}
      {padded ? <CardBody>{children}</CardBody> : children}
    </Box>
  );
}

/** Rows with hairlines inside a card: a label, what is said of it, and an action at the end. */
export const CardList = styled.ul`
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s-3);
    min-height: 40px;
    padding: 6px var(--s-4);
    border-top: 1px solid var(--border);
  }
`;
