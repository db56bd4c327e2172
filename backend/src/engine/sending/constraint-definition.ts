/** How a reason for which an email is not sent now is defined. */
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
  | 'EDIT_WARMUP'
  | 'MOVE_LEAD'
  | 'UPGRADE_PLAN'
  | 'CONFIRM_INSTANCE'
  | 'REVIEW_IN_DOUBT'
  | 'OPEN_FLEET';

export interface ConstraintDefinition {
  readonly code: string;
  readonly scope: ConstraintScope;
  /** The rule's name, worded as what has to hold: "Inside the window". */
  readonly label: string;
  /** Its name where it does not hold: "Outside the window". */
  readonly failed: string;
  /** A sentence for when the check passes. */
  readonly met: string;
  /** The sentence for when it fails. */
  readonly text: string;
  /** What the user can do. */
  readonly remedy: string;
  readonly action: RemedyAction;
}

/** A constraint whose code stays a literal, so that the list of them is a union. */
export const define = <const Definition extends ConstraintDefinition>(definition: Definition): Definition => definition;
