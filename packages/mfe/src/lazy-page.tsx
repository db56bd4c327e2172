import { type ComponentType, use } from 'react';

/**
 * A page that is loaded when it is first shown: `lazyPage(() => import('./settings.page').then((m) => m.SettingsPage))`.
 * Unlike React.lazy it forgets a failed load, so that "Try again" really tries again.
 * Rule: the page an area opens with is imported statically; lazy pages hold back 300 ms after their fallback was shown.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & { preload(): void } {
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  function LazyPage(props: Props) {
    const Page = use(start());
    return <Page {...props} />;
  }
  return Object.assign(LazyPage, { preload: () => void start().catch(() => {}) });
}
