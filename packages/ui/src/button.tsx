import { useCallback, useRef, type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react';
import { css, keyframes, styled } from 'styled-components';
import { Icon } from './icon';
import type { IconName } from './icon';
import { BareLink } from './link';
import { Tooltip } from './tooltip';

/** How much a button asks for: one `primary` per view; `danger` for what cannot be undone. */
export type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger' | 'danger-solid';
/** 28, 32 and 40 px high. */
export type ButtonSize = 'small' | 'medium' | 'large';

interface LookProps {
  $variant: ButtonVariant;
  $size: ButtonSize;
  $block: boolean;
}

const sizes = {
  small: css`
    height: var(--h-sm);
    padding: 0 10px;
    font-size: var(--fs-2);
  `,
  medium: css`
    height: var(--h-md);
    padding: 0 var(--s-3);
  `,
  large: css`
    height: var(--h-lg);
    padding: 0 var(--s-4);
  `,
};

const variants = {
  default: css`
    border-color: var(--border-strong);
    background: var(--surface);
    color: var(--text);
    box-shadow: var(--shadow-1);
    & > svg {
      color: var(--muted);
    }
    &:hover {
      background: var(--surface-2);
      border-color: var(--border-control);
    }
    &[data-state='open'],
    &[aria-pressed='true'] {
      background: var(--surface-3);
      border-color: var(--border-control);
    }
  `,
  primary: css`
    background: var(--accent);
    color: var(--on-accent);
    box-shadow: var(--shadow-1);
    &:hover {
      background: var(--accent-hover);
    }
  `,
  ghost: css`
    background: transparent;
    color: var(--text-2);
    & > svg {
      color: var(--muted);
    }
    &:hover,
    &[data-state='open'],
    &[aria-pressed='true'] {
      background: var(--surface-3);
    }
  `,
  danger: css`
    border-color: var(--border-strong);
    background: var(--surface);
    color: var(--danger);
    box-shadow: var(--shadow-1);
    &:hover {
      background: var(--danger-soft);
      border-color: var(--danger-line);
    }
  `,
  'danger-solid': css`
    background: var(--danger);
    color: var(--surface);
    box-shadow: var(--shadow-1);
    &:hover {
      background: color-mix(in oklab, var(--danger) 88%, var(--text));
    }
  `,
};

const look = css<LookProps>`
  display: ${({ $block }) => ($block ? 'flex' : 'inline-flex')};
  width: ${({ $block }) => ($block ? '100%' : 'auto')};
  flex: none;
  align-items: center;
  justify-content: center;
  gap: 6px;
  border: 1px solid transparent;
  border-radius: var(--r-2);
  font-weight: var(--w-medium);
  white-space: nowrap;
  user-select: none;
  transition:
    background var(--t-1) var(--ease),
    border-color var(--t-1) var(--ease);
  ${({ $size }) => sizes[$size]}
  ${({ $variant }) => variants[$variant]}
  &:disabled,
  &[aria-disabled='true'] {
    color: var(--disabled);
    background: var(--surface-2);
    border-color: var(--border);
    box-shadow: none;
    cursor: not-allowed;
    & > svg {
      color: inherit;
    }
  }
  @media (max-width: 720px) {
    min-height: 40px;
  }
`;

const ButtonElement = styled.button<LookProps>`
  ${look}
`;
const LinkElement = styled(BareLink)<LookProps>`
  ${look}
`;

const turn = keyframes`to { transform: rotate(360deg); }`;

/** A small turning ring in the colour of the text beside it. */
export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  width: 14px;
  height: 14px;
  flex: none;
  border-radius: 50%;
  border: 2px solid currentColor;
  border-right-color: transparent;
  animation: ${turn} 0.8s linear infinite;
`;

/** Props of a {@link Button}. */
export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  icon?: IconName;
  iconEnd?: IconName;
  /** Work is under way: keeps the width, shows a ring, ignores presses, says so to screen readers. */
  loading?: boolean;
  /** Makes it a link with the look of a button. */
  href?: string;
  /** Why it cannot be pressed now. The button stays focusable and shows the reason. */
  disabledReason?: ReactNode;
  type?: 'button' | 'submit' | 'reset';
  ref?: Ref<HTMLButtonElement>;
}

/**
 * The ref of a button that is drawn anew when it gets or loses an explanation: somebody who had reached it by keyboard is still on it
 * afterwards.
 */
function useKeptFocus(ref: Ref<HTMLButtonElement> | undefined) {
  const given = useRef(ref);
  given.current = ref;
  const wasReached = useRef(false);
  return useCallback((element: HTMLButtonElement) => {
    const outer = given.current;
    const clean = typeof outer === 'function' ? outer(element) : undefined;
    if (outer && typeof outer !== 'function') outer.current = element;
    if (wasReached.current && document.activeElement === document.body) element.focus();
    wasReached.current = false;
    return () => {
      wasReached.current = element.matches(':focus-visible');
      if (typeof clean === 'function') clean();
      else if (typeof outer === 'function') outer(null);
      else if (outer) outer.current = null;
    };
  }, []);
}

/** The button of the product. Enter and Space press it. */
export function Button({
  variant = 'default',
  size = 'medium',
  block = false,
  icon,
  iconEnd,
  loading = false,
  href,
  disabledReason,
  type = 'button',
  children,
  onClick,
  disabled,
  ref,
  ...rest
}: ButtonProps) {
  const blocked = loading || Boolean(disabledReason);
  const keepFocus = useKeptFocus(ref);
  const content = (
    <>
      {loading ? <Spinner /> : icon && <Icon name={icon} size={size === 'small' ? 14 : 16} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={size === 'small' ? 14 : 16} />}
    </>
  );
  const looks = { $variant: variant, $size: size, $block: block, 'data-look': variant };
  if (href !== undefined && !blocked && !disabled) {
    const { form: _form, ...anchor } = rest as Record<string, unknown>;
    return (
      <LinkElement data-button="" href={href} onClick={onClick as never} {...looks} {...anchor}>
        {content}
      </LinkElement>
    );
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  };
  const button = (
    <ButtonElement
      ref={keepFocus}
      type={type}
      disabled={disabled && !disabledReason}
      onClick={press}
      {...looks}
      {...rest}
      {...(blocked ? { 'aria-disabled': true } : {})}
      {...(loading ? { 'aria-busy': true } : {})}
    >
      {content}
    </ButtonElement>
  );
  return disabledReason ? <Tooltip content={disabledReason}>{button}</Tooltip> : button;
}

/** Two buttons that belong together: an action and the menu of its other forms. */
export const SplitButton = styled.span`
  display: inline-flex;
  & > :first-child {
    border-radius: var(--r-2) 0 0 var(--r-2);
  }
  & > :last-child {
    border-radius: 0 var(--r-2) var(--r-2) 0;
    padding: 0 var(--s-2);
    margin-left: 1px;
  }
`;
