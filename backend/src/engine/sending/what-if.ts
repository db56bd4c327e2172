/** Changes an input of the simulator as a "what if" asks; the answer is another `simulate`. */
import type { MailboxSnapshot } from './plan.types';
import type { SimulationInput, WhatIf } from './simulation.types';

export function applyWhatIf(input: SimulationInput, change: WhatIf): SimulationInput {
  const { schedule, settings } = input.campaign;
  const campaign = {
    ...input.campaign,
    settings: { ...settings, follow_up_percentage: change.followUpPercentage ?? settings.follow_up_percentage },
    schedule: {
      ...schedule,
      windows: change.windows ?? schedule.windows,
      triggerIntervalMinutes: change.triggerIntervalMinutes ?? schedule.triggerIntervalMinutes,
      maxNewLeadsPerDay: change.maxNewLeadsPerDay === undefined ? schedule.maxNewLeadsPerDay : change.maxNewLeadsPerDay,
    },
  };
  const capped =
    change.mailboxDailyCap === undefined
      ? input.mailboxes
      : input.mailboxes.map((mailbox) => ({ ...mailbox, dailyCap: change.mailboxDailyCap! }));
  return {
    ...input,
    campaign,
    mailboxes: change.mailboxes === undefined ? capped : withCount(capped, Math.max(0, Math.floor(change.mailboxes))),
  };
}

/** The first n mailboxes; missing ones are fresh copies of those there are, in turn. */
function withCount(mailboxes: readonly MailboxSnapshot[], count: number): MailboxSnapshot[] {
  const sending = mailboxes.filter((mailbox) => mailbox.attached);
  const result = sending.slice(0, count);
  for (let index = result.length; index < count && sending.length > 0; index += 1) {
    const model = sending[index % sending.length]!;
    result.push({
      ...model,
      id: `what-if-${index + 1}`,
      state: 'CONNECTED',
      stateSince: null,
      stateReason: null,
      restingUntil: null,
      young: null,
      recentSends: [],
      openIntents: [],
      lastSendAt: null,
      lastSendInCampaignAt: null,
      day: { ...model.day, sent: 0, reserved: 0 },
      campaignDay: { ...model.campaignDay, newLeads: 0, followUps: 0 },
      followUpsLaterToday: 0,
      waitingSince: null,
      waiters: [],
    });
  }
  return result;
}
