import type { WireCampaign } from '@skein/contracts/v1/campaigns.contract';
import { wireDayOfWeek } from '@skein/contracts/v1/wire';
import type { CampaignRecord } from '#access/access.api';
import { toSettings } from '#campaigns/campaigns.api';
import type { WireTag } from './wire.store';

/** The window of a campaign under the names of the wire; days are 0 to 6 with Sunday 0. */
export const toCron = (
  campaign: Pick<CampaignRecord, 'time_zone' | 'sending_days' | 'window_start' | 'window_end'>,
) => ({
  tz: campaign.time_zone,
  days: campaign.sending_days.map(wireDayOfWeek).sort(),
  startHour: campaign.window_start,
  endHour: campaign.window_end,
});

/** A campaign as the wire knows it. */
export function toWireCampaign(campaign: CampaignRecord, tags?: WireTag[]): WireCampaign {
  const settings = toSettings(campaign);
  return {
    id: campaign.id,
    user_id: campaign.created_by,
    created_at: campaign.created_at,
    updated_at: campaign.updated_at,
    status: campaign.status,
    name: campaign.name,
    track_settings: settings.track_settings,
    scheduler_cron_value: campaign.is_schedule_saved ? toCron(campaign) : null,
    min_time_btwn_emails: campaign.min_time_btwn_emails,
    max_leads_per_day: campaign.max_leads_per_day,
    stop_lead_settings: settings.stop_lead_settings,
    schedule_start_time: campaign.schedule_start_at,
    enable_ai_esp_matching: campaign.esp_match_mode !== 'OFF',
    send_as_plain_text: campaign.send_as_plain_text,
    follow_up_percentage: campaign.follow_up_percentage,
    unsubscribe_text: campaign.unsubscribe_text,
    parent_campaign_id: campaign.parent_campaign_id,
    client_id: campaign.client_id,
    ...(tags && { tags }),
  };
}
