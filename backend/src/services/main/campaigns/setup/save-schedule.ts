import type { CampaignId } from '@skein/contracts/ids';
import type { scheduleInput } from '@skein/contracts/main/campaign-views';
import { writeSettings } from '@skein/contracts/main/campaign-columns';
import type { z } from 'zod';
import { invalidField } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  scheduleOf,
  nextTriggerOf,
  noteEdit,
  changeCampaign,
  cancelOfCampaign,
  rescheduleLeads,
  lookAgain,
} from '#lifecycle/lifecycle.api';
import { requireCampaign, type Who } from '#access/access.api';
import { toScheduleInput } from '../campaign-views/campaign-view';
import { viewCampaign } from '../campaign-views/get-campaign';
import { writeSetupVersion } from './setup-version.store';

export type ScheduleChange = z.output<typeof scheduleInput>;

/**
 * Saves a schedule; what is left out stays. An active campaign follows it at once: what was reserved by the old one is
 * cancelled and planned again, and the next trigger lies where the new one opens.
 */
export async function saveSchedule(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  who: Who,
  campaignId: CampaignId,
  input: ScheduleChange,
) {
  const now = deps.campaignClock.now();
  const at = new Date(now);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId, true);
    const change = writeSettings(campaign, input, 'schedule');
    const changed = { ...campaign, ...change };
    for (const [index, window] of changed.extra_windows.entries())
      if (window.start === window.end)
        throw invalidField(`more_windows.${index}.end_hour`, 'is the same as the start: the window would be empty');
    if (changed.window_start === changed.window_end)
      throw invalidField('end_hour', 'is the same as the start: the window would be empty');
    const isActive = campaign.status === 'ACTIVE';
    const next = isActive
      ? nextTriggerOf(scheduleOf(changed), now, campaign.last_trigger_slot_at?.getTime() ?? null)
      : null;
    await changeCampaign(who.workspaceId, sql, {
      campaignId,
      change: {
        ...change,
        is_schedule_saved: true,
        ...(isActive && { next_trigger_at: next === null ? null : new Date(next) }),
      },
      at,
    });
    if (isActive) await cancelOfCampaign(sql, campaignId, 'SCHEDULE_CHANGED');
    await lookAgain(who.workspaceId, sql, campaignId, 'LEAD_WINDOW_CLOSED');
    // Where only sending days count, another calendar moves what is due.
    if (campaign.delay_basis === 'SENDING_DAYS') await rescheduleLeads(sql, who.workspaceId, changed, at);
    const [before, after] = [toScheduleInput(campaign), toScheduleInput(changed)];
    const names = (Object.keys(after) as (keyof typeof after)[]).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    if (names.length > 0)
      await writeSetupVersion(who.workspaceId, sql, {
        campaignId,
        area: 'schedule',
        before,
        after,
        changed: names,
        isTyping: campaign.status === 'DRAFTED',
        userId: who.userId,
        at,
      });
    await noteEdit(who.workspaceId, sql, { campaignId, userId: who.userId, area: 'schedule', detail: change, at });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaignId}`]);
    return viewCampaign(sql, who, campaignId, now);
  });
}
