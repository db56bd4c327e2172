import { css, styled } from 'styled-components';

/** Below this width the navigation is a drawer. */
export const phone = '@media (max-width: 720px)';

export const App = styled.div<{ $collapsed: boolean }>`
  display: grid;
  grid-template: auto minmax(0, 1fr) / ${({ $collapsed }) => ($collapsed ? 'var(--nav-w-collapsed)' : 'var(--nav-w)')} minmax(
      0,
      1fr
    );
  height: 100dvh;
  min-height: 0;
  ${phone} {
    grid-template-columns: minmax(0, 1fr);
    /* Messages are shown below the page and don't cover it. */
    height: calc(100dvh - var(--toasts-room, 0px));
  }
`;

export const SkipLink = styled.a`
  position: fixed;
  top: var(--s-2);
  left: var(--s-2);
  z-index: var(--z-toast);
  padding: var(--s-2) var(--s-3);
  border-radius: var(--r-2);
  background: var(--overlay);
  color: var(--text);
  box-shadow: var(--shadow-2);
  &:not(:focus) {
    clip-path: inset(50%);
    width: 1px;
    height: 1px;
    overflow: hidden;
    padding: 0;
  }
`;

export const Strips = styled.div`
  grid-column: 1 / -1;
  min-width: 0;
`;

export const Strip = styled.div<{ $tone?: 'warning' | 'info' }>`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: var(--s-2);
  min-height: 28px;
  padding: 0 var(--s-4);
  font-size: var(--fs-2);
  font-weight: var(--w-medium);
  ${({ $tone = 'warning' }) => css`
    background: var(--${$tone}-soft);
    color: var(--${$tone});
    border-bottom: 1px solid var(--${$tone}-line);
  `}
  & > span {
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & button {
    flex: none;
    min-height: 24px;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  & > svg {
    flex: none;
  }
`;

export const Main = styled.main`
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  margin: var(--s-2) var(--s-2) var(--s-2) 0;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  overflow: hidden;
  ${phone} {
    margin: 0;
    border: 0;
    border-radius: 0;
  }
`;

/** The part below the top bar; areas fill it and scroll inside. */
export const Page = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  display: flex;
  flex-direction: column;
  &:focus {
    outline: 0;
  }
`;

/** Areas stand in it; it adds no box of its own. */
export const Outlet = styled.div`
  display: contents;
`;

export const PhoneOnly = styled.span`
  display: none;
  ${phone} {
    display: contents;
  }
`;

export const WideOnly = styled.span`
  display: contents;
  ${phone} {
    display: none;
  }
`;

/** 24 px of the brand's logo on its colour; a whitelabel theme sets both. */
export const Logo = styled.span<{ $size?: number }>`
  width: ${({ $size = 24 }) => $size}px;
  height: ${({ $size = 24 }) => $size}px;
  border-radius: var(--r-2);
  background: var(--brand-logo) center / var(--brand-logo-size, ${({ $size = 24 }) => Math.round($size * 0.75)}px)
    no-repeat var(--brand-logo-back, var(--brand));
  flex: none;
`;

/** Holds the navigation beside the page; on a phone it stands in a drawer instead. */
export const WideNavigation = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 0;
  & > nav {
    flex: 1;
  }
  ${phone} {
    display: none;
  }
`;
