import { Fragment } from 'react';
import { currentPage, type Crumb } from '@skein/mfe/page';
import { useSignal } from '@skein/mfe/signal';
import { Badge } from '@skein/ui/badge';
import { Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Kbd, modifierKey } from '@skein/ui/kbd';
import { BareLink } from '@skein/ui/link';
import { styled } from 'styled-components';
import { CreditsPill } from './credits-pill';
import { phone, PhoneOnly, WideOnly } from './frame-style';
import { NoticesMenu } from './notices-menu';
import { openHelp, openPalette, openSandbox } from './overlays-state';
import { SyncPill } from './sync-pill';

const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  height: var(--topbar-h);
  padding: 0 var(--s-3) 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  flex: none;
  ${phone} {
    padding: 0 var(--s-2);
    height: 52px;
  }
`;

const Crumbs = styled.nav`
  flex: 1 1 auto;
  min-width: 0;
  & > ol {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    color: var(--muted);
    font-weight: var(--w-medium);
    white-space: nowrap;
  }
  & li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  & li:last-child {
    color: var(--text);
  }
  & li > span,
  & li > a {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & li > svg {
    flex: none;
  }
  & a {
    display: block;
    line-height: 24px;
  }
  & a:hover {
    color: var(--text);
  }
  ${phone} {
    & li:not(:nth-last-child(-n + 2)) {
      display: none;
    }
    & li:nth-last-child(2) {
      max-width: 45%;
      flex: none;
    }
  }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-1);
  margin-left: auto;
  flex: none;
`;

const Search = styled.button`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  width: 264px;
  height: var(--h-md);
  padding: 0 6px 0 10px;
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  background: var(--surface-2);
  color: var(--muted);
  white-space: nowrap;
  overflow: hidden;
  &:hover {
    border-color: var(--border-strong);
  }
  & > span {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    text-align: left;
  }
  & > svg {
    flex: none;
  }
  & > kbd:first-of-type {
    margin-left: auto;
  }
  & > kbd + kbd {
    margin-left: -4px;
  }
  @media (max-width: 1100px) {
    width: 200px;
    & > kbd {
      display: none;
    }
  }
`;

const SandboxButton = styled.button`
  margin-right: var(--s-2);
  border-radius: var(--r-1);
`;

function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <Crumbs aria-label="Breadcrumb">
      <ol>
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <Fragment key={`${index}${crumb.label}`}>
              <li {...(last ? { 'aria-current': 'page' as const } : {})}>
                {crumb.to ? <BareLink href={crumb.to}>{crumb.label}</BareLink> : <span>{crumb.label}</span>}
                {!last && <Icon name="chevron-right" size={12} />}
              </li>
            </Fragment>
          );
        })}
      </ol>
    </Crumbs>
  );
}

/** Where the person is, search, and the state of the product. */
export function TopBar({ onOpenNavigation, sandboxBadge }: { onOpenNavigation: () => void; sandboxBadge: boolean }) {
  const { crumbs } = useSignal(currentPage);
  return (
    <Bar>
      <PhoneOnly>
        <IconButton icon="menu" label="Open navigation" tooltip={false} onClick={onOpenNavigation} />
      </PhoneOnly>
      <Breadcrumb crumbs={crumbs} />
      <Tools>
        {sandboxBadge && (
          <SandboxButton type="button" onClick={() => openSandbox()} aria-label="Sandbox: what is simulated">
            <Badge tone="warning" icon="alert">
              Sandbox
            </Badge>
          </SandboxButton>
        )}
        <WideOnly>
          <Search type="button" onClick={() => openPalette()} aria-keyshortcuts="Control+K Meta+K">
            <Icon name="search" />
            <span>Search or run a command</span>
            <Kbd>{modifierKey()}</Kbd>
            <Kbd>K</Kbd>
          </Search>
        </WideOnly>
        <PhoneOnly>
          <IconButton icon="search" label="Search" tooltip={false} onClick={() => openPalette()} />
        </PhoneOnly>
        <WideOnly>
          <CreditsPill />
          <SyncPill />
        </WideOnly>
        <NoticesMenu />
        <WideOnly>
          <IconButton icon="help" label="Help and shortcuts" size="medium" onClick={openHelp} />
        </WideOnly>
      </Tools>
    </Bar>
  );
}
