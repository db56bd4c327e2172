import { createSignal } from '@skein/mfe/signal';
import { provideTelemetry, telemetry } from '@skein/mfe/telemetry';
import type { ReportsConfig } from './page-reports';

const key = 'skein-reports';

/** Whether the person still has to be asked. */
export const isAsking = createSignal(false);
let waiting: ReportsConfig | undefined;

async function begin(config: ReportsConfig): Promise<void> {
  const { createPageReports } = await import('./page-reports');
  provideTelemetry(createPageReports(config));
  telemetry.pageViewed(window.location.pathname);
}

/** Starts reports where the installation names a place for them and the person agreed, here or elsewhere. Loads nothing before. */
export async function startReports(config: ReportsConfig | undefined): Promise<void> {
  if (!config) return;
  const answer = window.localStorage.getItem(key);
  if (config.consent === 'given' || answer === 'yes') await begin(config);
  else if (answer === null) {
    waiting = config;
    isAsking.set(true);
  }
}

/** What the person said; kept on this device until the session ends. */
export async function answerConsent(agreed: boolean): Promise<void> {
  window.localStorage.setItem(key, agreed ? 'yes' : 'no');
  isAsking.set(false);
  if (agreed && waiting) await begin(waiting);
}
