import { stepDueAt } from '../../../../engine/sending/calendar';
import type { SqlClient } from '../../../../platform/db/database';
import type { CampaignRecord } from '../campaigns/campaigns.store';
import { scheduleOf } from '../sending/load-campaign.store';
import { everybody, findSteps, findWaitingLeads, pointLeads } from './sequences.store';

/** Leads moved in one statement. */
const batch = 5_000;

/** Works out anew when each waiting lead's next step is due, after the way of counting delays changed. */
export async function redueLeads(sql: SqlClient, workspaceId: number, campaign: CampaignRecord, at: Date): Promise<void> {
  const schedule = scheduleOf(campaign);
  for (const step of await findSteps(workspaceId, sql, campaign.id)) {
    const delay = { days: step.delay_days, hours: step.delay_hours, minutes: step.delay_minutes, basis: campaign.delay_basis };
    for (let after = 0; ;) {
      const leads = await findWaitingLeads(workspaceId, sql, campaign.id, step.id, everybody, after, batch);
      if (leads.length === 0) break;
      await pointLeads(workspaceId, sql, { id: step.id, number: step.seq_number }, leads.map((lead) => ({ id: lead.id, dueAt: new Date(stepDueAt(delay, schedule, lead.last_at.getTime())) })), at);
      after = (leads.at(-1) as { id: number }).id;
    }
  }
}
