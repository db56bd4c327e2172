/**
 * Every reason for which an e-mail does not leave now: the one list that the planner, the trigger log, the API and
 * the screens use. The order is the order in which a lead is checked; the first that fails is the binding one.
 */

export type ConstraintScope = 'LEAD' | 'CAMPAIGN' | 'MAILBOX' | 'WORKSPACE';

/** What a screen can offer as the way out. NONE: it lets go by itself. */
export type RemedyAction =
  | 'NONE'
  | 'OPEN_LEAD'
  | 'RESUME_LEAD'
  | 'FILL_FIELDS'
  | 'COMPLETE_TASK'
  | 'START_CAMPAIGN'
  | 'OPEN_BOUNCES'
  | 'EDIT_SCHEDULE'
  | 'EDIT_SETTINGS'
  | 'EDIT_SEQUENCE'
  | 'ADD_MAILBOX'
  | 'RECONNECT_MAILBOX'
  | 'RESUME_MAILBOX'
  | 'RAISE_MAILBOX_CAP'
  | 'EDIT_MAILBOX'
  | 'MOVE_LEAD'
  | 'UPGRADE_PLAN'
  | 'CONFIRM_INSTANCE'
  | 'REVIEW_IN_DOUBT';

export interface ConstraintDefinition {
  readonly code: string;
  readonly scope: ConstraintScope;
  /** The rule's name, worded as what has to hold: "Inside the window". */
  readonly label: string;
  /** A sentence for when the check passes. */
  readonly met: string;
  /** The sentence for when it fails. */
  readonly text: string;
  /** What the user can do. */
  readonly remedy: string;
  readonly action: RemedyAction;
}

const define = <Code extends string>(
  code: Code,
  scope: ConstraintScope,
  label: string,
  met: string,
  text: string,
  remedy: string,
  action: RemedyAction,
) => ({ code, scope, label, met, text, remedy, action });

export const CONSTRAINTS = [
  define(
    'LEAD_ENDED',
    'LEAD',
    'Sequence still open',
    'The sequence is still open for this lead.',
    'The sequence has ended for this lead.',
    'Open the lead to see why. A lead that replied or unsubscribed is not mailed again.',
    'OPEN_LEAD',
  ),
  define(
    'LEAD_SUPPRESSED',
    'LEAD',
    'Not suppressed',
    'The address is on no list of those that must not be mailed.',
    'The address or its domain must not be mailed.',
    'Remove it from the block list if it is there by mistake.',
    'OPEN_LEAD',
  ),
  define(
    'STEP_IN_FLIGHT',
    'LEAD',
    'Step not yet reserved',
    'This step is not reserved yet.',
    'This step is reserved and on its way.',
    'Nothing to do: it leaves at its reserved time.',
    'NONE',
  ),
  define(
    'STEP_IN_DOUBT',
    'LEAD',
    'Last mail is settled',
    'The last mail to the lead is settled.',
    'The mail server did not confirm this step; it is treated as sent and not sent again.',
    'Look at the evidence and settle it.',
    'REVIEW_IN_DOUBT',
  ),
  define(
    'LEAD_PAUSED',
    'LEAD',
    'Lead is not paused',
    'The lead is not paused.',
    'The lead is paused.',
    'Resume the lead.',
    'RESUME_LEAD',
  ),
  define(
    'COMPANY_PAUSED',
    'LEAD',
    'Company is not paused',
    'Nobody at this company made its leads wait.',
    'Somebody at this company replied; its other leads wait.',
    'Resume the lead, or turn the company pause off.',
    'RESUME_LEAD',
  ),
  define(
    'LEAD_ON_HOLD',
    'LEAD',
    'Lead may be mailed',
    'The lead waits for nothing of its own.',
    'The lead waits, for example until it is back in the office.',
    'Resume the lead earlier if you wish.',
    'RESUME_LEAD',
  ),
  define(
    'SENDING_HELD',
    'WORKSPACE',
    'This instance may send',
    'This instance may send.',
    'This instance was restored or cloned; sending waits for an operator.',
    'Confirm that no other copy of this instance is sending.',
    'CONFIRM_INSTANCE',
  ),
  define(
    'CAMPAIGN_NOT_ACTIVE',
    'CAMPAIGN',
    'Campaign is active',
    'The campaign is active.',
    'The campaign is not active.',
    'Start or resume the campaign.',
    'START_CAMPAIGN',
  ),
  define(
    'PLAN_EXPIRED',
    'WORKSPACE',
    'Plan is active',
    'The plan is active.',
    'The plan or trial has ended.',
    'Renew the plan.',
    'UPGRADE_PLAN',
  ),
  define(
    'BOUNCE_GUARD',
    'CAMPAIGN',
    'Bounces are below the guard',
    'Bounces stay below what the guard allows.',
    'Too many mails bounced; the guard stopped the campaign.',
    'Remove the bad addresses, then resume.',
    'OPEN_BOUNCES',
  ),
  define(
    'CREDITS',
    'WORKSPACE',
    'Email credits left',
    'The plan has emails left.',
    'The plan’s emails are used up.',
    'Wait for the next period or take a larger plan.',
    'UPGRADE_PLAN',
  ),
  define(
    'NO_STEP_LEFT',
    'LEAD',
    'A step is left',
    'The sequence has a further step for this lead.',
    'No step is left for this lead.',
    'Add a step to the sequence to go on.',
    'EDIT_SEQUENCE',
  ),
  define(
    'MANUAL_STEP',
    'LEAD',
    'Next step is an email',
    'The next step is not a task for a person.',
    'The next step is done by a person.',
    'Complete the task; the sequence then goes on.',
    'COMPLETE_TASK',
  ),
  define(
    'LINKEDIN_STEP',
    'LEAD',
    'Next step is not on LinkedIn',
    'The next step is not done on LinkedIn.',
    'The next step is done on LinkedIn and has not been done yet.',
    'Nothing to do, or do it yourself and mark the step as done.',
    'COMPLETE_TASK',
  ),
  define(
    'NO_VARIANT',
    'CAMPAIGN',
    'Step has a variant',
    'The step has a variant that is switched on.',
    'Every variant of this step is switched off.',
    'Switch a variant on.',
    'EDIT_SEQUENCE',
  ),
  define(
    'STEP_NOT_DUE',
    'LEAD',
    'Step is due',
    'The delay after the previous step has passed.',
    'The delay after the previous step has not passed.',
    'Nothing to do, or shorten the delay of the step.',
    'EDIT_SEQUENCE',
  ),
  define(
    'MISSING_MERGE_DATA',
    'LEAD',
    'Merge data complete',
    'Every field that this step needs has a value or a fallback.',
    'Fields that this step needs are empty and have no fallback.',
    'Fill the fields or write a fallback.',
    'FILL_FIELDS',
  ),
  define(
    'CAMPAIGN_NOT_STARTED',
    'CAMPAIGN',
    'Start date reached',
    'The start date is reached.',
    'The campaign starts later.',
    'Nothing to do, or choose an earlier start.',
    'EDIT_SCHEDULE',
  ),
  define(
    'HOLIDAY',
    'CAMPAIGN',
    'No holiday',
    'Today is no holiday of the schedule.',
    'Today is a holiday of the schedule.',
    'Nothing to do, or edit the holidays.',
    'EDIT_SCHEDULE',
  ),
  define(
    'WINDOW_CLOSED',
    'CAMPAIGN',
    'Inside the window',
    'The sending window is open.',
    'The sending window is closed.',
    'Nothing to do, or widen the window.',
    'EDIT_SCHEDULE',
  ),
  define(
    'LEAD_WINDOW_CLOSED',
    'LEAD',
    'Inside the window at the lead’s place',
    'The window is open in the lead’s time zone.',
    'The window is closed in the lead’s time zone.',
    'Nothing to do, or send by the campaign’s time zone.',
    'EDIT_SCHEDULE',
  ),
  define(
    'TRIGGER_INTERVAL',
    'CAMPAIGN',
    'Trigger is due',
    'The trigger is due.',
    'The next trigger is not due yet.',
    'Nothing to do, or shorten the time between emails.',
    'EDIT_SCHEDULE',
  ),
  define(
    'COMPANY_DAILY_LIMIT',
    'LEAD',
    'Company limit',
    'The company has not had all its mails for today.',
    'The company has had its mails for today.',
    'Nothing to do, or raise the company limit.',
    'EDIT_SETTINGS',
  ),
  define(
    'NEW_LEADS_PER_DAY',
    'CAMPAIGN',
    'New leads left for today',
    'Today’s number of new leads is not reached, or this is a follow-up.',
    'Today’s number of new leads is reached.',
    'Nothing to do, or raise the new leads per day.',
    'EDIT_SCHEDULE',
  ),
  define(
    'NO_MAILBOX',
    'CAMPAIGN',
    'A mailbox is attached',
    'The campaign has a mailbox.',
    'The campaign has no mailbox.',
    'Attach a mailbox.',
    'ADD_MAILBOX',
  ),
  define(
    'MAILBOX_DETACHED',
    'MAILBOX',
    'Mailbox is attached',
    'The mailbox belongs to this campaign.',
    'The lead’s mailbox is no longer in this campaign.',
    'Attach it again, or move the lead to another mailbox (that starts a new thread).',
    'MOVE_LEAD',
  ),
  define(
    'MAILBOX_SUSPENDED',
    'MAILBOX',
    'Mailbox is not suspended',
    'The mailbox is not suspended.',
    'The mailbox is suspended.',
    'Resume the mailbox.',
    'RESUME_MAILBOX',
  ),
  define(
    'MAILBOX_FAILING',
    'MAILBOX',
    'Mailbox is connected',
    'The mailbox is connected.',
    'The mailbox cannot send.',
    'Reconnect the mailbox.',
    'RECONNECT_MAILBOX',
  ),
  define(
    'INBOX_NOT_READ',
    'MAILBOX',
    'Inbox read recently',
    'Every inbox that could hold a reply from this lead has been read.',
    'The inbox hasn’t been read recently, so a reply could be waiting there unseen. Follow-ups wait; first emails keep sending.',
    'Skein keeps trying to read it. Reconnect the mailbox if its login is refused, or remove it.',
    'RECONNECT_MAILBOX',
  ),
  define(
    'MAILBOX_RESTING',
    'MAILBOX',
    'Mailbox is not resting',
    'The mailbox does not rest.',
    'The mailbox rests on these dates.',
    'Nothing to do, or end its rest.',
    'EDIT_MAILBOX',
  ),
  define(
    'MAILBOX_DAILY_CAP',
    'MAILBOX',
    'Mailbox daily cap',
    'The mailbox may send more today.',
    'The mailbox has sent all it may today.',
    'Raise the cap, add a mailbox, or wait for tomorrow.',
    'RAISE_MAILBOX_CAP',
  ),
  define(
    'MAILBOX_ROLLING_CAP',
    'MAILBOX',
    'Mailbox cap over 24 hours',
    'The mailbox has sent less than its cap within 24 hours.',
    'The mailbox has sent its daily cap within the last 24 hours.',
    'Nothing to do, or raise the cap.',
    'RAISE_MAILBOX_CAP',
  ),
  define(
    'MAILBOX_BUSY',
    'MAILBOX',
    'Mailbox is free',
    'Every earlier mail of the mailbox has left.',
    'An earlier mail of the mailbox has not left yet.',
    'Nothing to do.',
    'NONE',
  ),
  define(
    'MAILBOX_GAP',
    'MAILBOX',
    'Mailbox gap',
    'The mailbox’s minimum gap has passed.',
    'The mailbox sent a moment ago; its minimum gap has not passed.',
    'Nothing to do, or shorten the mailbox’s gap.',
    'EDIT_MAILBOX',
  ),
  define(
    'MAILBOX_TURN',
    'MAILBOX',
    'Mailbox’s turn',
    'No other campaign has waited longer for the mailbox.',
    'Another campaign that shares the mailbox has waited longer.',
    'Nothing to do, or add a mailbox.',
    'ADD_MAILBOX',
  ),
  define(
    'PROVIDER_MATCH',
    'LEAD',
    'Mailbox of the lead’s provider',
    'A mailbox may write to the lead’s provider.',
    'No free mailbox has the lead’s provider, and matching is strict.',
    'Attach a mailbox of that provider, or prefer instead of require.',
    'ADD_MAILBOX',
  ),
  define(
    'FOLLOW_UP_SHARE',
    'CAMPAIGN',
    'Share for new leads left',
    'The day has room for new leads beside its follow-ups.',
    'What is left of today is reserved for follow-ups that become due.',
    'Nothing to do, or lower the share for follow-ups.',
    'EDIT_SETTINGS',
  ),
  define(
    'WAITING_TURN',
    'LEAD',
    'First in line',
    'No other lead is in line before it.',
    'Other leads are in line before it; a mailbox sends one mail a trigger.',
    'Nothing to do, or add a mailbox.',
    'ADD_MAILBOX',
  ),
  define(
    'NO_LEAD_READY',
    'CAMPAIGN',
    'A lead is ready',
    'A lead is ready for this mailbox.',
    'No lead is ready for this mailbox.',
    'Add leads, or wait for the next follow-up.',
    'NONE',
  ),
] as const satisfies readonly ConstraintDefinition[];

export type ConstraintCode = (typeof CONSTRAINTS)[number]['code'];

export const CONSTRAINT_CODES: readonly ConstraintCode[] = CONSTRAINTS.map((constraint) => constraint.code);

const byCode = new Map<ConstraintCode, ConstraintDefinition>(
  CONSTRAINTS.map((constraint) => [constraint.code, constraint]),
);

/** Text, remedy and scope of a code. */
export function constraintOf(code: ConstraintCode): ConstraintDefinition {
  return byCode.get(code)!;
}

/** Texts of the three checkpoint messages (docs/domain.md, Statuses). */
export const CHECKPOINT_MESSAGES = {
  NO_AUTOMATIC_SEQUENCES_LEFT: 'No automatic sequences left.',
  NO_FOLLOW_UPS_DUE: 'No follow-ups due.',
  NO_NEW_LEADS_WAITING: 'No new leads waiting.',
} as const;
