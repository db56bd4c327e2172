import type { ServiceName } from '@skein/contracts/endpoint';
import type { SignUpMode } from '@skein/contracts/main/operator-views';
import type { ReportsConfig } from './telemetry/page-reports';

/** What the browser learns at run time (from the page, or by `GET /config.json`), so that one build serves every installation. */
export interface RuntimeConfig {
  /** Base URL of each service; a service that is not named, or '', is behind our own origin. */
  services: Partial<Record<ServiceName, string>>;
  /** Whether this installation is the sandbox: mail reaches nobody. */
  sandbox: boolean;
  version: string;
  /** Seconds that the entry of an area may take; 120 unless said, the specification's figure for scripts. */
  remoteTimeout?: number;
  /** Where page views may be reported to; absent where nothing is named. */
  telemetry?: ReportsConfig;
  /** Links of the public pages' foot. A link without an address is not shown. */
  links?: { privacy?: string; terms?: string; status?: string };
  /** Who may open a workspace; anyone where it is not said. */
  signUp?: SignUpMode;
  /** Whether workspaces have plans here; with `none` no screen speaks of them. */
  plans?: 'trial' | 'none';
  /** Whom people ask for an account or a plan: an email address or a web address. */
  contact?: string;
}

const fallback: RuntimeConfig = { services: {}, sandbox: false, version: /* text */ 'unknown' };

/**
 * Reads the configuration: from the page, where the server writes it, or from a server of pages only. An installation
 * that has none has everything behind one origin.
 */
export async function loadRuntimeConfig(page: Document = document): Promise<RuntimeConfig> {
  const written = page.querySelector<HTMLMetaElement>('meta[name="skein-configuration"]')?.content;
  if (written) return { ...fallback, ...(JSON.parse(written) as Partial<RuntimeConfig>) };
  const response = await fetch('/config.json', { cache: 'no-cache', headers: { Accept: 'application/json' } });
  if (response.status === 404) return fallback;
  if (!response.ok) throw new Error(`config.json answered ${response.status}.`);
  return { ...fallback, ...((await response.json()) as Partial<RuntimeConfig>) };
}

let current = fallback;

export function provideRuntimeConfig(config: RuntimeConfig): void {
  current = config;
}

export const runtimeConfig = (): RuntimeConfig => current;

/** Base URL of a service. */
export const serviceUrl = (service: ServiceName): string => current.services[service] ?? '';
