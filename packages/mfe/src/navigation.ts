/** Goes to an address of the product from anywhere, whichever area owns it. Absolute: `/app/leads/all`. */
export function navigateTo(address: string, { replace = false }: { replace?: boolean } = {}): void {
  const current = window.location.pathname + window.location.search + window.location.hash;
  if (address === current) return;
  window.history[replace ? 'replaceState' : 'pushState'](
    { idx: (window.history.state?.idx ?? 0) + (replace ? 0 : 1) },
    '',
    address,
  );
  // The routers of the shell and of the areas listen to this event; single-spa sends the same when it has patched history.
  if (!patchedBySingleSpa()) window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
}

let patched = false;

/** Told by the shell once single-spa's `start()` has patched history, so that no navigation is announced twice. */
export function historyIsPatched(): void {
  patched = true;
}

const patchedBySingleSpa = () => patched;
