/**
 * The one port for page views, product analytics, support chat and error reports. Off by default: nothing leaves the page
 * until a deployment names a sink and, where it asks for it, the person has consented.
 */
export interface Telemetry {
  pageViewed(path: string): void;
  /** An unexpected error, once, with where it happened. */
  failed(where: string, error: unknown): void;
  /** Forgets the person; called when a session ends. */
  reset(): void;
}

const silent: Telemetry = {
  pageViewed() {},
  failed(where, error) {
    console.error(`[${where}]`, error);
  },
  reset() {},
};

let current: Telemetry = silent;

/** Installs a sink; the shell does so when the configuration names one. */
export function provideTelemetry(telemetry: Telemetry): void {
  current = telemetry;
}

export const telemetry: Telemetry = {
  pageViewed: (path) => current.pageViewed(path),
  failed: (where, error) => current.failed(where, error),
  reset: () => current.reset(),
};

/** An answer that is not what the contract says, met in production: reported, and passed on as it came. */
export function reportMismatch(endpoint: string, error: unknown): void {
  current.failed(`contract ${endpoint}`, error);
}
