import type { MouseEvent } from 'react';
import type { LinkComponentProps } from '@skein/ui/ui-provider';
import { navigateTo } from './navigation';

/** Whether a click asks for this page and no other: no modifier, main button, no other target. */
function staysHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, hasAttribute } = event.currentTarget;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return plain && (target === '' || target === '_self') && !hasAttribute.call(event.currentTarget, 'download');
}

/** The link of the design system inside the product: goes to an address of any area without loading the page. */
export function HostLink({ href, onClick, children, ...rest }: LinkComponentProps) {
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !staysHere(event)) return;
        const target = new URL(href, window.location.href);
        if (target.origin !== window.location.origin || !isProductAddress(target.pathname)) return;
        event.preventDefault();
        navigateTo(target.pathname + target.search + target.hash);
      }}
      {...rest}
    >
      {children}
    </a>
  );
}

/** Addresses that the shell draws; everything else (documents, exports) is loaded as it is. */
export function isProductAddress(pathname: string): boolean {
  return (
    !/^\/(api|docs|sandbox|remotes|graphql|health|files|t|u|unsubscribe)(\/|$)/.test(pathname) &&
    !/\.[a-z0-9]+$/i.test(pathname)
  );
}
