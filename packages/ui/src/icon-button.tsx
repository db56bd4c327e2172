import type { ButtonHTMLAttributes, Ref } from 'react';
import { css, styled } from 'styled-components';
import { Icon } from './icon';
import type { IconName } from './icon';
import { BareLink } from './link';
import { Tooltip } from './tooltip';

const look = css<{ $size: 'small' | 'medium' }>`
  position: relative;
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${({ $size }) => ($size === 'small' ? 'var(--h-sm)' : 'var(--h-md)')};
  height: ${({ $size }) => ($size === 'small' ? 'var(--h-sm)' : 'var(--h-md)')};
  border-radius: var(--r-2);
  color: var(--muted);
  transition: background var(--t-1) var(--ease);
  &:hover,
  &[aria-pressed='true'],
  &[data-state='open'] {
    background: var(--surface-3);
    color: var(--text);
  }
  &:disabled {
    color: var(--disabled);
    background: none;
    cursor: not-allowed;
  }
  @media (max-width: 720px) {
    width: 40px;
    height: 40px;
  }
`;

const ButtonElement = styled.button<{ $size: 'small' | 'medium' }>`
  ${look}
`;
const LinkElement = styled(BareLink)<{ $size: 'small' | 'medium' }>`
  ${look}
`;

const Dot = styled.span<{ $tone: 'accent' | 'danger' }>`
  position: absolute;
  top: calc(50% - 9px);
  left: calc(50% + 1px);
  width: 7px;
  height: 7px;
  border-radius: 50%;
  background: ${({ $tone }) => ($tone === 'danger' ? 'var(--danger)' : 'var(--accent)')};
  box-shadow: 0 0 0 2px var(--surface);
`;

/** Props of an {@link IconButton}. */
export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'type' | 'children' | 'aria-label'
> {
  icon: IconName;
  /** What it does, named for the thing it acts on ("Actions for Q4 directors"). */
  label: string;
  size?: 'small' | 'medium';
  iconSize?: 12 | 14 | 16 | 20;
  href?: string;
  /** A dot that something is new; say it in `label` too. */
  dot?: 'accent' | 'danger';
  /** The label as a tooltip; on by default. */
  tooltip?: boolean;
  type?: 'button' | 'submit';
  ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon only; its label is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  size = 'small',
  iconSize = 16,
  href,
  dot,
  tooltip = true,
  type = 'button',
  ref,
  ...rest
}: IconButtonProps) {
  const content = (
    <>
      <Icon name={icon} size={iconSize} />
      {dot && <Dot $tone={dot} />}
    </>
  );
  const element =
    href !== undefined && !rest.disabled ? (
      <LinkElement href={href} aria-label={label} $size={size} {...(rest as object)}>
        {content}
      </LinkElement>
    ) : (
      <ButtonElement ref={ref} type={type} aria-label={label} $size={size} {...rest}>
        {content}
      </ButtonElement>
    );
  return tooltip ? <Tooltip content={label}>{element}</Tooltip> : element;
}
