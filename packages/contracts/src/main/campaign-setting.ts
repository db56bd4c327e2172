import type { z } from 'zod';

/** Types of columns as PostgreSQL calls them. */
export type ColumnType = 'bool' | 'int4' | 'float8' | 'text' | 'timestamptz' | 'jsonb' | '_int4' | '_text';

/**
 * What a change does to leads that are under way. COUNTS_FROM_NOW is all that most need: the next email follows the new value.
 * PLANS_AGAIN cancels what is reserved and plans it by the new hours.
 */
export type SettingEffect =
  | 'COUNTS_FROM_NOW'
  | 'PLANS_AGAIN'
  | 'RESCHEDULES_LEADS'
  | 'LOOKS_AT_PARKED_LEADS'
  | 'LOOKS_AT_LIMITED_COMPANIES'
  | 'ENDS_COMPANY_PAUSES'
  | 'GIVES_SUBSEQUENCES';

/** Who reads a setting with every campaign that sends. */
export type SettingReader = 'PLANNER' | 'COMPOSER';

/** Columns whose value is not the one on the wire. Every other column has the type of its setting's view. */
export interface CodedColumns {
  schedule_start_at: Date | null;
  extra_windows: { days: number[]; start: string; end: string }[];
  track_opens: boolean;
  track_clicks: boolean;
  track_replies: boolean;
  unsubscribe_text: string | null;
  out_of_office: Record<string, unknown>;
  /** Settings without a column of their own. */
  settings: Record<string, unknown>;
  lead_condition: Record<string, unknown>;
}

/** One setting of a campaign. Everything that reads, writes, copies or tells settings takes it from here. */
export interface CampaignSetting {
  /** What a person calls it, in the list of versions and in what an edit changes. */
  label: string;
  /** Where it is kept in the table `campaign`, with the type there. */
  columns: Partial<Record<string, ColumnType>>;
  /** What the campaign answers. */
  view: z.ZodType;
  /** What a change may say. A change that leaves it out leaves it as it is. */
  input: z.ZodType;
  /** What a new campaign has, in the form of the view. */
  default: unknown;
  effect: SettingEffect;
  /** Whether the change history tells its change, and whether a person can undo that change there. */
  history: 'NONE' | 'TOLD' | 'UNDOABLE';
  /** Whether a copy of the campaign, and a subsequence of it, begin with it. */
  isCopied: boolean;
  /** Whether the planner reads it with the campaign, and whether the email of each lead is made by it. */
  readBy: readonly SettingReader[];
  /** Its view from the columns, where the one column is not the view itself. */
  read?: (row: CodedColumns) => unknown;
  /** The columns from a change, where the change is not the one column itself. `row`: what they are before. */
  write?: (value: never, row: CodedColumns) => Partial<CodedColumns>;
  /** The value as a person reads it, where it is neither a word, a number nor a list of them. */
  inWords?: (value: never) => string;
}
