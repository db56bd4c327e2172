import { styled } from 'styled-components';
import { useUi } from './ui-provider';
import type { LinkComponentProps } from './ui-provider';

function RoutedLink(props: LinkComponentProps) {
  const { LinkComponent } = useUi();
  return <LinkComponent {...props} />;
}

/** A link without a look of its own, rendered by the host's link component. */
export const BareLink = RoutedLink;

/** A link in running text. */
export const Link = styled(RoutedLink)`
  color: var(--accent-text);
  font-weight: var(--w-medium);
  border-radius: 2px;
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

/** Looks like a {@link Link}, does something here. */
export const LinkButton = styled.button.attrs(({ type }) => ({ type: type ?? 'button' }))`
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  color: var(--accent-text);
  font-weight: var(--w-medium);
  white-space: nowrap;
  border-radius: 2px;
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  &:disabled {
    color: var(--disabled);
    cursor: not-allowed;
    text-decoration: none;
  }
`;
