import { z } from 'zod';
import { limits } from '../constants';
import { dayInput, instant, instantInput, timeOfDay, timeZone } from '../schemas';
import type { CampaignSetting, CodedColumns } from './campaign-setting';
import { scheduleWindow, timeZoneModes } from './campaign-settings';

/** The part `schedule` of `campaign-setting-list.ts`. Days are ISO: Monday 1 to Sunday 7. An end before the start crosses midnight. */
export const campaignScheduleList = {
  timezone: {
    label: 'Time zone',
    columns: { time_zone: 'text' },
    view: z.string(),
    input: timeZone,
    default: 'Etc/GMT',
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER', 'COMPOSER'],
  },
  days: {
    label: 'Days',
    columns: { sending_days: '_int4' },
    view: z.array(z.number().int()),
    input: z
      .array(z.number().int().min(1).max(7))
      .max(7)
      .transform((days) => [...new Set(days)].sort()),
    default: [1, 2, 3, 4, 5],
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER'],
  },
  start_hour: {
    label: 'From',
    columns: { window_start: 'text' },
    view: z.string(),
    input: timeOfDay,
    default: '09:00',
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER'],
  },
  end_hour: {
    label: 'To',
    columns: { window_end: 'text' },
    view: z.string(),
    input: timeOfDay,
    default: '18:00',
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER'],
  },
  min_time_btwn_emails: {
    label: 'Minutes between emails',
    columns: { min_time_btwn_emails: 'int4' },
    view: z.number().int(),
    input: z
      .number()
      .int()
      .min(limits.minMinutesBetweenSendRounds, `must be at least ${limits.minMinutesBetweenSendRounds} minutes`)
      .max(1440),
    default: 10,
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER'],
  },
  max_leads_per_day: {
    label: 'New leads a day',
    columns: { max_leads_per_day: 'int4' },
    view: z.number().int(),
    input: z.number().int().min(0).max(100_000),
    default: 100,
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER'],
  },
  schedule_start_time: {
    label: 'Not before',
    columns: { schedule_start_at: 'timestamptz' },
    view: instant.nullable(),
    input: instantInput.nullable(),
    default: null,
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: false,
    readBy: ['PLANNER'],
    read: (row: CodedColumns): string | null => row.schedule_start_at?.toISOString() ?? null,
    write: (at: string | null) => ({ schedule_start_at: at === null ? null : new Date(at) }),
  },
  more_windows: {
    label: 'Further windows',
    columns: { extra_windows: 'jsonb' },
    /** Beside the first window. */
    view: z.array(scheduleWindow),
    input: z.array(scheduleWindow).max(20, 'can be at most 20'),
    default: [],
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER'],
    read: (row: CodedColumns) =>
      row.extra_windows.map(({ days, start, end }) => ({ days, start_hour: start, end_hour: end })),
    write: (windows: z.output<typeof scheduleWindow>[]) => ({
      extra_windows: windows.map(({ days, start_hour, end_hour }) => ({ days, start: start_hour, end: end_hour })),
    }),
  },
  holidays: {
    label: 'Holidays',
    columns: { holidays: '_text' },
    /** Local dates on which nothing leaves. */
    view: z.array(z.string()),
    input: z
      .array(dayInput)
      .max(400, 'can be at most 400')
      .transform((dates) => [...new Set(dates)].sort()),
    default: [],
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER'],
  },
  time_zone_mode: {
    label: 'Sending hours follow',
    columns: { time_zone_mode: 'text' },
    view: z.enum(timeZoneModes),
    input: z.enum(timeZoneModes),
    default: 'CAMPAIGN',
    effect: 'PLANS_AGAIN',
    history: 'TOLD',
    isCopied: true,
    readBy: ['PLANNER'],
  },
} satisfies Record<string, CampaignSetting>;
