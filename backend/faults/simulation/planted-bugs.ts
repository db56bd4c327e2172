/** Defects that can be planted into the simulated engine, so that simulation and checker are tried themselves. */
export const bugs = [
  'cap off by one',
  'cap by calendar day only',
  'gap not looked at',
  'naive change of clocks',
  'holidays are not looked at',
  'new leads counted by mailbox',
  'block list not looked at',
  'follow-up from any mailbox',
  'checkpoint at fetch',
  'resend on time-out',
  'lost fence',
  'no check before the final dot',
  'window not looked at when sending',
  'delay from the plan',
  'lost worker never taken over',
  'absence proves at every provider',
  'thread lost',
  'retry forgets the lead',
  'undone without its counts',
  'SENT before the reply',
  'reply does not stop',
  'move forgotten',
  'inbox not looked at',
] as const;

export type Bug = (typeof bugs)[number];

/** Defects that can be planted into what decides about a lead (`engine/enrolment/transition.ts`). */
export const leadBugs = [
  'hold kept at an end',
  'next time kept at an end',
  'parking kept at an end',
  'resumed after an opt-out',
  'email revives a stopped lead',
  'wait for the server outranks the reply of a company',
  'manual step counts as an email',
  'pause keeps the reservation',
] as const;

export type LeadBug = (typeof leadBugs)[number];
