import { z } from 'zod';
import { idParam, looseRecord } from '../schemas';
import type { CampaignSetting, CodedColumns, SettingEffect } from './campaign-setting';
import { campaignScheduleList } from './campaign-schedule-list';
import { campaignSendingList } from './campaign-sending-settings';
import { leadCondition, type LeadCondition } from './campaign-settings';

/**
 * Every setting of a campaign, under its name on the wire. By parts: whose campaign it is, when it sends, how it sends,
 * whom an import lets in, and what the form keeps for itself. Versions keep `schedule` and `settings`.
 */
export const campaignSettingList = {
  campaign: {
    name: {
      label: 'Name',
      columns: { name: 'text' },
      view: z.string(),
      input: z.string().trim().min(1, 'is required').max(200),
      default: 'Untitled Campaign',
      effect: 'COUNTS_FROM_NOW',
      history: 'UNDOABLE',
      isCopied: false,
      readBy: ['COMPOSER'],
    },
    client_id: {
      label: 'Client',
      columns: { client_id: 'int4' },
      view: z.number().int().nullable(),
      input: idParam.nullable(),
      default: null,
      effect: 'GIVES_SUBSEQUENCES',
      history: 'UNDOABLE',
      isCopied: true,
      readBy: ['PLANNER', 'COMPOSER'],
    },
    folder_id: {
      label: 'Folder',
      columns: { folder_id: 'int4' },
      view: z.number().int().nullable(),
      input: idParam.nullable(),
      default: null,
      effect: 'COUNTS_FROM_NOW',
      history: 'UNDOABLE',
      isCopied: true,
      readBy: [],
    },
    team_member_id: {
      label: 'Team member',
      columns: { team_member_id: 'int4' },
      view: z.number().int().nullable(),
      input: idParam.nullable(),
      default: null,
      effect: 'COUNTS_FROM_NOW',
      history: 'UNDOABLE',
      isCopied: false,
      readBy: [],
    },
  },
  schedule: campaignScheduleList,
  settings: campaignSendingList,
  import: {
    lead_condition: {
      label: 'Leads that can be added',
      columns: { lead_condition: 'jsonb' },
      view: leadCondition,
      input: leadCondition.partial(),
      default: leadCondition.parse({}),
      effect: 'COUNTS_FROM_NOW',
      history: 'NONE',
      isCopied: true,
      readBy: [],
      read: (row: CodedColumns): LeadCondition => leadCondition.parse(row.lead_condition),
      write: (given: Partial<LeadCondition>, row: CodedColumns) => ({
        lead_condition: { ...row.lead_condition, ...given },
      }),
    },
  },
  form: {
    draft: {
      label: 'Form',
      columns: { draft: 'jsonb' },
      /** What the form keeps between visits (open tab, unsaved fields): at most 64 KB. */
      view: z.record(z.string(), z.unknown()),
      input: looseRecord(65_536),
      default: {},
      effect: 'COUNTS_FROM_NOW',
      history: 'NONE',
      isCopied: false,
      readBy: [],
    },
  },
} satisfies { schedule: Settings<'PLANS_AGAIN'> } & Record<
  'campaign' | 'settings' | 'import' | 'form',
  Settings<Exclude<SettingEffect, 'PLANS_AGAIN'>>
>;

/** A schedule is changed by an operation of its own, which plans again; no other change does. */
type Settings<Effect extends SettingEffect> = Record<string, CampaignSetting & { effect: Effect }>;

type List = typeof campaignSettingList;
export type SettingPart = keyof List;

const { campaign, schedule, settings, import: ofImport, form } = campaignSettingList;
const allSettings = { ...campaign, ...schedule, ...settings, ...ofImport, ...form };
export type AllSettings = typeof allSettings;

/** Names of settings on the wire. */
export type SettingName<Part extends SettingPart = SettingPart> = Part extends unknown
  ? keyof List[Part] & keyof AllSettings
  : never;

export type Shape<Part extends SettingPart, Side extends 'view' | 'input'> = {
  -readonly [Name in SettingName<Part>]: AllSettings[Name][Side];
};
type InputShape<Part extends SettingPart> = {
  -readonly [Name in keyof Shape<Part, 'input'>]: z.ZodOptional<Shape<Part, 'input'>[Name]>;
};

export const entriesOf = (parts: readonly SettingPart[]): [string, CampaignSetting][] =>
  parts.flatMap((part) => Object.entries<CampaignSetting>(campaignSettingList[part]));

export const settingParts = Object.keys(campaignSettingList) as SettingPart[];

/** All settings of some parts, by name and in the order of the list. */
export const campaignSettings = (...parts: SettingPart[]): [name: string, setting: CampaignSetting][] =>
  entriesOf(parts.length > 0 ? parts : settingParts);

export const viewShape = <Part extends SettingPart>(...parts: Part[]) =>
  Object.fromEntries(entriesOf(parts).map(([name, { view }]) => [name, view])) as Shape<Part, 'view'>;
/** The fields of a change: every one is optional, and what is left out stays. */
export const inputShape = <Part extends SettingPart>(...parts: Part[]) =>
  Object.fromEntries(entriesOf(parts).map(([name, { input }]) => [name, input.optional()])) as InputShape<Part>;

export const campaignSettingsView = z.object(viewShape('settings', 'import', 'form'));
export type CampaignSettingsView = z.output<typeof campaignSettingsView>;

/** Every field is optional; what is left out stays. */
export const campaignSettingsInput = z.object(inputShape('campaign', 'settings', 'import', 'form'));
export type CampaignSettingsInput = z.output<typeof campaignSettingsInput>;
