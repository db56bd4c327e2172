import type { CampaignColumn, CampaignColumns } from '@skein/contracts/main/campaign-columns';
import { campaignSettings } from '@skein/contracts/main/campaign-setting-list';
import type { SettingEffect } from '@skein/contracts/main/campaign-setting';
import type { SqlClient } from '#platform/db/database';
import type { CampaignRecord, Who } from '#access/access.api';
import { noteEdit, rescheduleLeads, lookAgain } from '#lifecycle/lifecycle.api';
import { giveSubsequences } from './give-subsequences.store';

/** The columns that a change of settings has written, and the campaign as it was. */
interface ChangedSettings {
  campaign: CampaignRecord;
  change: Partial<CampaignColumns>;
  at: Date;
}

type Effect = (sql: SqlClient, who: Who, given: ChangedSettings) => Promise<unknown>;

const effects: Record<Exclude<SettingEffect, 'PLANS_AGAIN'>, Effect> = {
  COUNTS_FROM_NOW: async () => undefined,
  async GIVES_SUBSEQUENCES(sql, who, { campaign, change, at }) {
    const clientId = change.client_id;
    if (clientId === undefined || clientId === campaign.client_id) return;
    for (const child of await giveSubsequences(who.workspaceId, sql, { parentId: campaign.id, clientId, at }))
      await noteEdit(who.workspaceId, sql, {
        campaignId: child.id,
        userId: who.userId,
        area: 'settings',
        detail: { client_id: { from: child.from, to: clientId } },
        at,
      });
  },
  LOOKS_AT_PARKED_LEADS: (sql, who, { campaign }) => lookAgain(who.workspaceId, sql, campaign.id, 'PARKED'),
  async LOOKS_AT_LIMITED_COMPANIES(sql, who, { campaign, change }) {
    if (change.company_daily_limit !== campaign.company_daily_limit)
      await lookAgain(who.workspaceId, sql, campaign.id, 'COMPANY_DAILY_LIMIT');
  },
  async ENDS_COMPANY_PAUSES(sql, who, { campaign, change }) {
    if (change.pause_company_on_reply === false && campaign.pause_company_on_reply)
      await lookAgain(who.workspaceId, sql, campaign.id, 'COMPANY_REPLY');
  },
  async RESCHEDULES_LEADS(sql, who, { campaign, change, at }) {
    const delay_basis = change.delay_basis;
    if (delay_basis !== undefined && delay_basis !== campaign.delay_basis)
      await rescheduleLeads(sql, who.workspaceId, { ...campaign, delay_basis }, at);
  },
};

/** What the settings among these columns do to leads under way, each effect once (`SettingEffect`). A schedule has its own operation. */
export async function takeEffect(sql: SqlClient, who: Who, given: ChangedSettings): Promise<void> {
  const isChanged = (column: string) => given.change[column as CampaignColumn] !== undefined;
  const wanted = new Set(
    campaignSettings('campaign', 'settings', 'import', 'form')
      .filter(([, { columns }]) => Object.keys(columns).some(isChanged))
      .map(([, { effect }]) => effect),
  );
  for (const [name, effect] of Object.entries(effects))
    if (wanted.has(name as SettingEffect)) await effect(sql, who, given);
}
