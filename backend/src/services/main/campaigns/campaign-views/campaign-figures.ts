import type { CampaignId } from '@skein/contracts/ids';

/** The newest finished send round: what it sent, or why nothing, and when sending resumes. */
export interface LastTrigger {
  sent: number;
  checkpoint: string | null;
  constraintCode: string | null;
  resumesAt: Date | null;
}

/** How many new leads wait for their import, and when its hold ends. */
export interface NewLeadsOnHold {
  leads: number;
  until: Date;
}

export interface CampaignFigures {
  byStatus: Record<'STARTED' | 'INPROGRESS' | 'COMPLETED' | 'STOPPED' | 'PAUSED' | 'BLOCKED', number>;
  sent: number;
  contacted: number;
  opened: number;
  clicked: number;
  replied: number;
  positive: number;
  bounced: number;
  unsubscribed: number;
  sentToday: number;
  openedToday: number;
  repliedToday: number;
  bouncedToday: number;
  stepCount: number;
  mailboxCount: number;
  tags: { id: number; name: string; color: string }[];
  reserved: { at: Date; mailboxEmail: string } | null;
  lastTrigger: LastTrigger | null;
  /** New leads that wait because their import is on hold. */
  onHold: NewLeadsOnHold | null;
}

/** A campaign of which nothing is known yet. */
export const noFigures = (): CampaignFigures => ({
  byStatus: { STARTED: 0, INPROGRESS: 0, COMPLETED: 0, STOPPED: 0, PAUSED: 0, BLOCKED: 0 },
  sent: 0,
  contacted: 0,
  opened: 0,
  clicked: 0,
  replied: 0,
  positive: 0,
  bounced: 0,
  unsubscribed: 0,
  sentToday: 0,
  openedToday: 0,
  repliedToday: 0,
  bouncedToday: 0,
  stepCount: 0,
  mailboxCount: 0,
  tags: [],
  reserved: null,
  lastTrigger: null,
  onHold: null,
});

/** Events of one kind: all, the first of each lead, and those of the campaign's day. */
export interface Rollup {
  campaign_id: CampaignId;
  kind: string;
  count: number;
  first: number;
  today: number;
  first_today: number;
}

/** A rollup less what it holds of hidden leads. */
export const without = (row: Rollup, hidden: Rollup | undefined): Rollup =>
  hidden
    ? {
        ...row,
        count: Math.max(0, row.count - hidden.count),
        first: Math.max(0, row.first - hidden.first),
        today: Math.max(0, row.today - hidden.today),
        first_today: Math.max(0, row.first_today - hidden.first_today),
      }
    : row;

/** Opened, clicked and replied are counted once a lead (`first_count`); sent and bounced by e-mail. */
export function addRollup(figures: CampaignFigures, row: Rollup): void {
  switch (row.kind) {
    case 'SENT':
      Object.assign(figures, { sent: row.count, contacted: row.first, sentToday: row.today });
      break;
    case 'OPEN':
      Object.assign(figures, { opened: row.first, openedToday: row.first_today });
      break;
    case 'CLICK':
      figures.clicked = row.first;
      break;
    case 'REPLY':
      Object.assign(figures, { replied: row.first, repliedToday: row.first_today });
      break;
    case 'BOUNCE':
      Object.assign(figures, { bounced: row.count, bouncedToday: row.today });
      break;
    case 'UNSUBSCRIBE':
      figures.unsubscribed = row.first;
      break;
  }
}
