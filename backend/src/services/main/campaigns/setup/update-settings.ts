import type { CampaignSettingsInput } from '@skein/contracts/main/campaign-settings';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  checkClient,
  checkFolder,
  checkMember,
  scopeOf,
  requireCampaign,
  type Who,
  type CampaignRecord,
} from '#access/access.api';
import {
  endCompanyPauses,
  considerAgain,
  unparkLeads,
  insertEdit,
  giveSubsequences,
  changeCampaign,
} from '#lifecycle/lifecycle.api';
import { toSettingsInput } from '../campaign-views/campaign-view';
import { viewCampaign } from '../campaign-views/get-campaign';
import { rescheduleLeads } from '../sequences/reschedule-leads';
import { writeSetupVersion } from './setup-version.store';

/** Changes settings of a campaign; what is left out stays. Every change is noted with what it was. */
export async function updateSettings(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  who: Who,
  campaignId: number,
  input: CampaignSettingsInput,
) {
  const at = new Date(deps.campaignClock.now());
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId, true);
    if (who.client && input.client_id !== undefined && input.client_id !== who.client.id)
      throw new SkeinError('FORBIDDEN');
    if (campaign.parent_campaign_id !== null && input.client_id !== undefined && input.client_id !== campaign.client_id)
      throw invalidField('client_id', 'of a subsequence is that of its parent campaign; change it there');
    if (who.client && input.team_member_id !== undefined && input.team_member_id !== campaign.team_member_id)
      throw new SkeinError('FORBIDDEN', 'Who of the agency looks after a campaign is for the agency to say.');
    await checkClient(who.workspaceId, sql, input.client_id, scopeOf(who).memberId);
    await checkFolder(who.workspaceId, sql, input.folder_id, scopeOf(who).clientId);
    await checkMember(who.workspaceId, sql, input.team_member_id);
    const change = toColumns(campaign, input);
    await changeCampaign(who.workspaceId, sql, { campaignId, change, at });
    if (input.client_id !== undefined && input.client_id !== campaign.client_id)
      for (const child of await giveSubsequences(who.workspaceId, sql, {
        parentId: campaignId,
        clientId: input.client_id,
        at,
      })) {
        await insertEdit(who.workspaceId, sql, {
          campaignId: child.id,
          userId: who.userId,
          area: 'settings',
          detail: { client_id: { from: child.from, to: input.client_id } },
          at,
        });
      }
    // Leads that waited for a field or a rule that has changed are looked at again.
    if (input.allow_missing_fields !== undefined || input.esp_rules !== undefined)
      await unparkLeads(who.workspaceId, sql, campaignId);
    if (change['company_daily_limit'] !== undefined && change['company_daily_limit'] !== campaign.company_daily_limit)
      await considerAgain(who.workspaceId, sql, campaignId, 'COMPANY_DAILY_LIMIT');
    if (change['pause_company_on_reply'] === false && campaign.pause_company_on_reply)
      await endCompanyPauses(who.workspaceId, sql, campaignId);
    const delay_basis = change['delay_basis'] as CampaignRecord['delay_basis'] | undefined;
    if (delay_basis !== undefined && delay_basis !== campaign.delay_basis)
      await rescheduleLeads(sql, who.workspaceId, { ...campaign, delay_basis }, at);
    const after = toSettingsInput({ ...campaign, ...change } as CampaignRecord);
    const before = toSettingsInput(campaign);
    const settings = (Object.keys(after) as (keyof typeof after)[]).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    );
    if (settings.length > 0)
      await writeSetupVersion(who.workspaceId, sql, {
        campaignId,
        area: 'settings',
        before,
        after,
        changed: settings,
        isTyping: campaign.status === 'DRAFTED',
        userId: who.userId,
        at,
      });
    const noted = Object.keys(change).filter((column) => column !== 'draft');
    if (noted.length > 0)
      await insertEdit(who.workspaceId, sql, {
        campaignId,
        userId: who.userId,
        area: 'settings',
        detail: Object.fromEntries(
          noted.map((column) => [
            column,
            { from: campaign[column as keyof CampaignRecord] ?? null, to: change[column] },
          ]),
        ),
        at,
      });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaignId}`]);
    return viewCampaign(sql, who, campaignId, at.getTime());
  });
}

/** The columns that the given settings change. */
function toColumns(campaign: CampaignRecord, input: CampaignSettingsInput): Record<string, unknown> {
  const office = input.out_of_office_detection_settings && {
    ...campaign.out_of_office,
    ...input.out_of_office_detection_settings,
  };
  if (
    office &&
    input.out_of_office_detection_settings?.autoReactivateOOO &&
    input.out_of_office_detection_settings.autoCategorizeOOO
  ) {
    throw invalidField('out_of_office_detection_settings', 'may have autoReactivateOOO or autoCategorizeOOO, not both');
  }
  if (office && input.out_of_office_detection_settings?.autoCategorizeOOO)
    Object.assign(office, { autoReactivateOOO: false });
  else if (office && input.out_of_office_detection_settings?.autoReactivateOOO)
    Object.assign(office, { autoCategorizeOOO: false });
  const more = {
    ...(input.ai_categorisation_options !== undefined && {
      ai_categorisation_options: input.ai_categorisation_options,
    }),
    ...(input.ignore_ss_mailbox_sending_limit !== undefined && {
      ignore_ss_mailbox_sending_limit: input.ignore_ss_mailbox_sending_limit,
    }),
  };
  const track = input.track_settings;
  const columns: Record<string, unknown> = {
    name: input.name,
    client_id: input.client_id,
    folder_id: input.folder_id,
    team_member_id: input.team_member_id,
    track_opens: track && !track.includes('DONT_EMAIL_OPEN'),
    track_clicks: track && !track.includes('DONT_LINK_CLICK'),
    track_replies: track && !track.includes('DONT_REPLY_TO_AN_EMAIL'),
    stop_on: input.stop_lead_settings,
    unsubscribe_text: input.unsubscribe_text === '' ? null : input.unsubscribe_text,
    add_unsubscribe_header: input.add_unsubscribe_tag,
    send_as_plain_text: input.send_as_plain_text,
    force_plain_text: input.force_plain_text,
    follow_up_percentage: input.follow_up_percentage,
    esp_match_mode: input.esp_match_mode,
    esp_rules: input.esp_rules,
    pause_company_on_reply: input.auto_pause_domain_leads_on_reply,
    company_daily_limit: input.company_daily_limit,
    bounce_guard_enabled: input.bounce_guard_enabled,
    bounce_guard_percent: input.bounce_autopause_threshold,
    bounce_guard_min_sent: input.bounce_guard_min_sent,
    out_of_office: office,
    categorise_replies: input.auto_categorise_reply,
    allow_missing_fields: input.allow_missing_fields,
    delay_basis: input.delay_basis,
    spintax_mode: input.spintax_mode,
    settings: Object.keys(more).length > 0 ? { ...campaign.settings, ...more } : undefined,
    lead_condition: input.lead_condition && { ...campaign.lead_condition, ...input.lead_condition },
    draft: input.draft,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
