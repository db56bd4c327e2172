import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { BareLink } from './link';
import { Tooltip } from './tooltip';

const underline = `
  text-decoration: underline dotted;
  text-decoration-color: var(--border-control);
  text-underline-offset: 3px;
  border-radius: 2px;
`;

const Term = styled.span`
  ${underline} cursor: help;
`;
const TermButton = styled.button`
  ${underline} font-weight: inherit;
  &:hover {
    text-decoration-color: currentColor;
  }
`;
const TermLink = styled(BareLink)`
  ${underline} &:hover {
    text-decoration-color: currentColor;
  }
`;

/** Props of a {@link Definition}. */
export interface DefinitionProps {
  /** What the word or figure means and counts, in one sentence. */
  text: ReactNode;
  children: ReactNode;
  /** Opens the rows behind it. */
  onOpen?: () => void;
  href?: string;
}

/** A dotted underline: hover or focus gives the definition, a click opens the rows behind it. */
export function Definition({ text, children, onOpen, href }: DefinitionProps) {
  const term =
    href !== undefined ? (
      <TermLink href={href}>{children}</TermLink>
    ) : onOpen ? (
      <TermButton type="button" onClick={onOpen}>
        {children}
      </TermButton>
    ) : (
      // Focusable, so that the definition can be had without a mouse.
      <Term tabIndex={0} role="note">
        {children}
      </Term>
    );
  return (
    <Tooltip content={text} delay={150}>
      {term}
    </Tooltip>
  );
}
