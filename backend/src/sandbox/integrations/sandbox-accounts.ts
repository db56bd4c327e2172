import type { Hono } from 'hono';
import { recordedCampaigns, type RecordedCampaign } from './recorded-account';
import type { RecordedWorld } from './recorded-world';
import { instantly } from './sandbox-instantly';
import { smartlead } from './sandbox-smartlead';

export interface SandboxAccounts {
  smartlead: Hono;
  instantly: Hono;
  /** The status of a campaign there; what an import paused is paused. */
  statusOf(id: number): string;
  /** The next so many requests are answered with 503, as a product is that has an outage. */
  fail(times: number): void;
}

const day = 86_400_000;
/** Stand-ins of Smartlead (v1) and Instantly (v2) with the same recorded account behind both. Nothing is sent from them. */
export function createSandboxAccounts(now: () => number): SandboxAccounts {
  const status = new Map(recordedCampaigns.map((campaign) => [campaign.id, campaign.status as string]));
  let failures = 0;
  const found = (id: string) => recordedCampaigns.find((campaign) => String(campaign.id) === id.replace(/^.*-0*/, ''));
  const sentOf = (campaign: RecordedCampaign) =>
    campaign.leads.flatMap((lead) =>
      Array.from({ length: lead.sent }, (_, index) => ({
        lead,
        step: index + 1,
        // The last step that was sent is five days old.
        at: new Date(now() - (5 + 4 * (lead.sent - index - 1)) * day).toISOString(),
      })),
    );
  const world: RecordedWorld = {
    statusOf: (id: number) => status.get(id) ?? '',
    pause: (id: number) => void status.set(id, 'PAUSED'),
    found,
    sentOf,
    isDown: () => failures > 0 && failures-- > 0,
  };
  return {
    smartlead: smartlead(world),
    instantly: instantly(world),
    statusOf: world.statusOf,
    fail: (times) => void (failures = times),
  };
}
