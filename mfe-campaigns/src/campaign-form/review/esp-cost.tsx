import type { ForecastView } from '@skein/contracts/main/review.contract';
import { Callout } from '@skein/ui/callout';
import { counted } from '@skein/ui/counted';
import { dayOfInstant } from '@skein/ui/instant';

const dayMs = 86_400_000;

/** What strict ESP matching and ESP rules cost, in one sentence each; nothing where they cost nothing. */
export function espCostOf({ esp_cost: free, ...forecast }: ForecastView): string[] {
  if (!free) return [];
  const said: string[] = [];
  const fewer = free.emails - forecast.emails;
  if (fewer > 0)
    said.push(
      `${counted(fewer, 'email')} fewer: ${forecast.emails.toLocaleString('en-US')} instead of ${free.emails.toLocaleString('en-US')}.`,
    );
  if (free.waiting_leads > 0)
    said.push(`${counted(free.waiting_leads, 'lead')} would wait: no mailbox can email them.`);
  if (forecast.last_send_at && free.last_send_at) {
    const later = Math.round((Date.parse(forecast.last_send_at) - Date.parse(free.last_send_at)) / dayMs);
    if (later > 0)
      said.push(
        `${counted(later, 'day')} longer: without them the last email is sent ${dayOfInstant(free.last_send_at, forecast.time_zone, 'weekday')}.`,
      );
  }
  return said;
}

export function EspCost({ forecast }: { forecast: ForecastView }) {
  const said = espCostOf(forecast);
  if (!forecast.esp_cost) return null;
  return (
    <Callout
      tone={said.length > 0 ? 'warning' : 'info'}
      title={said.length > 0 ? 'What ESP matching and rules cost' : 'ESP matching and rules cost nothing here'}
    >
      {said.length > 0 ? said.join(' ') : 'The campaign sends just as many emails, just as fast.'}
    </Callout>
  );
}
