import { type ComponentType, use } from 'react';

let round = 0;

/** Lets every page that failed to load be tried again; called when somebody asks for it or goes elsewhere. */
export function forgetFailedLoads(): void {
  round += 1;
}

/**
 * A page that is loaded when it is first shown: `lazyPage(() => import('./settings.page').then((m) => m.SettingsPage))`.
 * Unlike React.lazy it can forget a failed load, so that "Try again" really tries again. It does so only when asked: React draws
 * again by itself after an error, and a load that failed must not be repeated for ever.
 * Rule: the page an area opens with is imported statically; lazy pages hold back 300 ms after their fallback was shown.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { preload(): void } {
  let loading: Promise<ComponentType<Props>> | undefined;
  let failedIn: number | undefined;
  const start = () => {
    if (failedIn !== undefined && failedIn !== round) loading = failedIn = undefined;
    if (!loading) {
      const begun = load();
      loading = begun;
      begun.then(
        // What is loaded is drawn at once: React takes a promise for pending until it has seen it, or is told like this.
        (value) => Object.assign(begun, { status: 'fulfilled', value }),
        () => {
          failedIn = round;
        },
      );
    }
    return loading;
  };
  function LazyPage(props: Props) {
    const Page = use(start());
    return <Page {...props} />;
  }
  return Object.assign(LazyPage, { preload: () => void start().catch(() => {}) });
}
