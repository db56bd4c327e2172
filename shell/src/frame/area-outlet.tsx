import { useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { FailurePanel } from '@skein/mfe/failure-panel';
import { lazyPage } from '@skein/mfe/lazy-page';
import { ownerOf } from '@skein/mfe/manifest';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { useSignal } from '@skein/mfe/signal';
import { getStore } from '@skein/mfe/store';
import { Button } from '@skein/ui/button';
import { styled } from 'styled-components';
import { mayEnterArea, useRedirect } from '../guards/route-guards';
import { areaState, outletId, type AreaState } from '../remotes/area-state';
import { explainFailure } from '../remotes/explain-failure';
import { RegistryError } from '@skein/mfe/manifest';
import { registry, takeRegistry } from '../remotes/registry';
import { fetchFederation, startAreas } from '../remotes/start-areas';
import { Outlet } from './frame-style';

/** Milliseconds after which a wait needs a word. */
const longWait = 10_000;

const Waiting = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-3);
  padding: var(--s-4) var(--s-6) 0;
`;

const GetStarted = lazyPage(() => import('../start/get-started.page').then((module) => module.GetStartedPage));
const ClientHome = lazyPage(() => import('../start/client-home.page').then((module) => module.ClientHomePage));
const PlanEnded = lazyPage(() => import('../start/plan-ended.page').then((module) => module.PlanEndedPage));
const OperatorArea = lazyPage(() => import('../operator/operator-area').then((module) => module.OperatorArea));

/** What stands beside the outlet while an area comes or when it failed. */
export function AreaStatus() {
  const state = useSignal(areaState);
  const remotes = useSignal(registry)?.remotes ?? [];
  if (state.status === 'none' || state.status === 'ready') return null;
  const remote = remotes.find(({ name }) => name === state.name);
  if (state.status === 'loading')
    return <AreaLoading key={state.name} title={remote?.title ?? state.name} onRetry={state.retry} />;
  return <AreaFailed title={remote?.title ?? state.name} version={remote?.version ?? ''} state={state} />;
}

/** The skeleton; after ten seconds a notice that the area is still awaited, which offers to begin anew. */
function AreaLoading({ title, onRetry }: { title: string; onRetry: () => void }) {
  const [attempt, setAttempt] = useState(1);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    const timer = setTimeout(() => setLong(true), longWait);
    return () => clearTimeout(timer);
  }, [attempt]);
  const retry = () => {
    setAttempt(attempt + 1);
    onRetry();
  };
  // One of three at a time: the skeleton, the notice, or what arrived.
  if (useHasArrived()) return null;
  if (!isLong) return <PageSkeleton />;
  return (
    <Waiting role="status">
      <span>{title} is still loading. You can use the other pages meanwhile.</span>
      <Button size="small" icon="refresh" onClick={retry}>
        Try again
      </Button>
    </Waiting>
  );
}

const hasArrived = (): boolean => document.querySelector(`#${outletId} > [data-area] > *`) !== null;

/** Whether the area has drawn something: its mount ends a moment later. */
function useHasArrived(): boolean {
  const [arrived, setArrived] = useState(hasArrived);
  useEffect(() => {
    const outlet = document.getElementById(outletId);
    if (!outlet) return undefined;
    const look = () => setArrived(hasArrived());
    const observer = new MutationObserver(look);
    observer.observe(outlet, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, []);
  return arrived;
}

function AreaFailed({
  title,
  version,
  state,
}: {
  title: string;
  version: string;
  state: Extract<AreaState, { status: 'failed' }>;
}) {
  // The page before has gone: the top bar must not go on naming it.
  usePage([{ label: title }]);
  const [reason, setReason] = useState<string>();
  useEffect(() => {
    let gone = false;
    void explainFailure(state.name, state.error).then((found) => {
      if (!gone) setReason(found);
    });
    return () => {
      gone = true;
    };
  }, [state.name, state.error]);
  return (
    <FailurePanel
      title={title}
      reference={`remote ${state.name} ${version}`}
      error={state.error}
      reason={reason}
      attempts={state.attempts}
      at={state.at}
      onRetry={state.retry}
    />
  );
}

function RegistryFailed({ error, attempts, onRetry }: { error: unknown; attempts: number; onRetry: () => void }) {
  return (
    <FailurePanel
      title="The list of areas"
      reference="remotes.json"
      error={error}
      reason={error instanceof RegistryError ? error.message : undefined}
      rest="Until it does, no area can be opened."
      attempts={attempts}
      onRetry={onRetry}
    />
  );
}

/** Loads the registry and starts single-spa, once the outlet is drawn. */
function useAreas() {
  const [problem, setProblem] = useState<{ error: unknown; attempts: number } | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let gone = false;
    fetchFederation();
    Promise.resolve(registry.get() ?? takeRegistry(getStore().getState().auth.token)).then(
      ({ remotes }) => {
        if (gone) return;
        setProblem(null);
        startAreas(remotes, mayEnterArea);
      },
      (error: unknown) => {
        if (!gone) setProblem({ error, attempts: attempt });
      },
    );
    return () => {
      gone = true;
    };
  }, [attempt]);
  return { problem, retry: () => setAttempt(attempt + 1) };
}

/** The shell's own pages, the area that owns the address, or the not-found page. */
export function AreaOutlet() {
  const { pathname } = useLocation();
  const known = useSignal(registry);
  const { problem, retry } = useAreas();
  const isLeaving = useRedirect() !== null;
  const owned = known ? ownerOf(known.remotes, pathname) !== undefined : null;
  return (
    <>
      {problem && <RegistryFailed {...problem} onRetry={retry} />}
      {owned && <AreaStatus />}
      {!known && !problem && <PageSkeleton />}
      {!owned && !isLeaving && (
        <Routes>
          <Route path="/get-started" element={<GetStarted />} />
          <Route path="/home" element={<ClientHome />} />
          <Route path="/plan-ended" element={<PlanEnded />} />
          <Route path="/operator/*" element={<OperatorArea />} />
          <Route path="/" element={<Navigate to="/app/email-campaign/all" replace />} />
          {known && <Route path="*" element={<NotFoundPage />} />}
        </Routes>
      )}
      {/* Always here, without children and never with another key: single-spa puts areas into it. */}
      <Outlet id={outletId} />
    </>
  );
}
