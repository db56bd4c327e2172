import { Suspense, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { productName } from '@skein/mfe/brand';
import { useActions } from '@skein/mfe/actions';
import { currentPage } from '@skein/mfe/page';
import { useSignal } from '@skein/mfe/signal';
import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import type { SessionUser } from '@skein/mfe/slices/auth';
import { useAppSelector } from '@skein/mfe/store';
import { telemetry } from '@skein/mfe/telemetry';
import { Icon } from '@skein/ui/icon';
import { toasts } from '@skein/ui/toast-store';
import { OpeningPart } from '@skein/ui/typed-ahead';
import { preloadOnHover } from '../remotes/preload';
import { registry, remoteOverrides } from '../remotes/registry';
import { AreaOutlet } from './area-outlet';
import { frameActions } from './frame-actions';
import { App, Main, Page, SkipLink, Strip, Strips, WideNavigation } from './frame-style';
import { HistoryStrip } from './history-strip';
import { LoadingLine } from './loading-line';
import { currentEntry, navigationOf } from './nav-entries';
import { Navigation } from './navigation';
import { rememberPage } from './recent-pages';
import { OfflineStrip } from './offline-strip';
import { overlay } from './overlays-state';
import { PlanStrip } from './plan-strip';
import { PreloadWhenQuiet } from './preload-when-quiet';
import { SandboxStrip } from './sandbox-strip';
import { TopBar } from './top-bar';
import { useFrameData } from './use-frame-data';
import { useNavigationWidth } from './use-navigation-width';
import { useKeptFocus } from './use-kept-focus';

// On a phone, with the first press on the button that opens it.
const Drawer = lazyPage(() => import('@skein/ui/drawer').then((module) => module.Drawer));
const Overlays = lazyPage(() => import('./overlays').then((module) => module.Overlays));

/** Names the document after the page, and brings the focus back when the focused thing went with the old page. */
function useArrival(page: RefObject<HTMLDivElement | null>) {
  const { pathname } = useLocation();
  const { crumbs } = useSignal(currentPage);
  const personId = useSessionUser()?.uuid;
  useEffect(() => {
    const last = crumbs.at(-1)?.label;
    document.title = last ? `${last} · ${productName()}` : productName();
    if (personId !== undefined) rememberPage(personId, window.location, crumbs);
  }, [crumbs, personId]);
  useEffect(() => {
    telemetry.pageViewed(pathname);
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [pathname, page]);
}

/** Keeps what this person does over a reload; another login in this tab undoes none of it. */
function useKeptUndos(user: SessionUser | null) {
  const personId = user?.uuid;
  const workspaceId = user?.workspace.id;
  useEffect(() => {
    if (personId !== undefined && workspaceId !== undefined) toasts.keepUndosOf({ workspaceId, personId });
  }, [personId, workspaceId]);
}

function OverrideStrip() {
  const names = Object.keys(remoteOverrides());
  if (names.length === 0) return null;
  return (
    <Strip $tone="info" role="status">
      <Icon name="branch" size={14} />
      <span>Overridden on this device: {names.join(', ')}.</span>
    </Strip>
  );
}

/** Everything around the areas: navigation, top bar, strips, and what floats over them. */
export function Frame() {
  const { pathname, search } = useLocation();
  const user = useSessionUser();
  const plan = useSessionPlan();
  const remotes = useSignal(registry)?.remotes;
  const floating = useSignal(overlay);
  const page = useRef<HTMLDivElement>(null);
  const [collapsed, collapse] = useNavigationWidth(pathname, search);
  const [drawer, setDrawer] = useState(false);
  const { counts, isSandbox } = useFrameData();

  const isStarted = useAppSelector((state) => state.getstarted.total_steps_completed >= 4);
  const groups = useMemo(
    () => (user && plan ? navigationOf(remotes ?? [], { user, plan }, { isStarted }) : []),
    [remotes, user, plan, isStarted],
  );
  const current = currentEntry(groups, pathname);
  useActions(useMemo(() => frameActions(groups, { collapsed, collapse }), [groups, collapsed, collapse]));
  useArrival(page);
  useKeptUndos(user);
  useKeptFocus();
  useEffect(() => preloadOnHover(), []);
  useEffect(() => setDrawer(false), [pathname]);

  const navigation = { groups, current, counts, onCollapse: collapse };
  return (
    <App $collapsed={collapsed}>
      <SkipLink
        href="#page"
        onClick={(event) => {
          event.preventDefault();
          page.current?.focus();
        }}
      >
        Skip to the page
      </SkipLink>
      <Strips>
        {isSandbox && <SandboxStrip />}
        {isSandbox && <HistoryStrip />}
        <PlanStrip />
        <OfflineStrip />
        <OverrideStrip />
      </Strips>
      <WideNavigation>
        <Navigation {...navigation} collapsed={collapsed} />
      </WideNavigation>
      <Main>
        <LoadingLine />
        <TopBar onOpenNavigation={() => setDrawer(true)} sandboxBadge={false} />
        <Page ref={page} id="page" tabIndex={-1}>
          <AreaOutlet />
        </Page>
      </Main>
      {drawer && (
        <Suspense fallback={<OpeningPart />}>
          <Drawer open onOpenChange={setDrawer} title={productName()} side="left" width={288}>
            <Navigation {...navigation} collapsed={false} inDrawer />
          </Drawer>
        </Suspense>
      )}
      {/* So that what is typed right after Ctrl K lands in the palette. */}
      <PreloadWhenQuiet preload={Overlays.preload} />
      {floating && (
        <Suspense fallback={<OpeningPart />}>
          <Overlays />
        </Suspense>
      )}
    </App>
  );
}
