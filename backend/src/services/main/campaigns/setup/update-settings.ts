import { columnsOf, writeSettings, type CampaignColumn } from '@skein/contracts/main/campaign-columns';
import type { CampaignSettingsInput } from '@skein/contracts/main/campaign-setting-list';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, checkFolder, checkMember, scopeOf, requireCampaign, type Who } from '#access/access.api';
import { noteEdit, changeCampaign } from '#lifecycle/lifecycle.api';
import { toSettingsInput } from '../campaign-views/campaign-view';
import { viewCampaign } from '../campaign-views/get-campaign';
import { takeEffect } from './setting-effects';
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
    checkAbsence(input.out_of_office_detection_settings);
    const change = writeSettings(campaign, input, 'campaign', 'settings', 'import', 'form');
    await changeCampaign(who.workspaceId, sql, { campaignId, change, at });
    await takeEffect(sql, who, { campaign, change, at });
    const after = toSettingsInput({ ...campaign, ...change });
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
    const noted = (Object.keys(change) as CampaignColumn[]).filter((column) => !ownOfForm.includes(column));
    if (noted.length > 0)
      await noteEdit(who.workspaceId, sql, {
        campaignId,
        userId: who.userId,
        area: 'settings',
        detail: Object.fromEntries(
          noted.map((column) => [column, { from: campaign[column] ?? null, to: change[column] }]),
        ),
        at,
      });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaignId}`]);
    return viewCampaign(sql, who, campaignId, at.getTime());
  });
}

const ownOfForm = columnsOf((_setting, part) => part === 'form');

/** @throws SkeinError VALIDATION when both are asked for at once */
function checkAbsence(given: CampaignSettingsInput['out_of_office_detection_settings']): void {
  if (given?.autoReactivateOOO && given.autoCategorizeOOO)
    throw invalidField(
      'out_of_office_detection_settings',
      'can have autoReactivateOOO or autoCategorizeOOO, but not both',
    );
}
