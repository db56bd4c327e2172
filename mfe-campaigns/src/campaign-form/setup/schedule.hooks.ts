import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { scheduleInput, type CampaignView } from '@skein/contracts/main/campaign-views';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { useFormSaveScheduleMutation } from '../api';
import { isUnderWay } from '../form-page';
import { useKeepCampaign } from '../form-page.hooks';
import { useBegunWithKept, useKeptEdits } from '../kept-edits';
import { keptPlace } from '../unapplied';
import { useAutosave } from '../use-autosave';
import { readTimeOfDay } from './time-of-day';
import { zoneChoices } from './zoned-time';

type Schedule = z.input<typeof scheduleInput>;

/** The schedule of a campaign as it is saved. */
const scheduleOf = ({ schedule }: CampaignView): Required<Schedule> => ({
  timezone: schedule.timezone,
  days: schedule.days,
  start_hour: schedule.start_hour,
  end_hour: schedule.end_hour,
  min_time_btwn_emails: schedule.min_time_btwn_emails,
  max_leads_per_day: schedule.max_leads_per_day,
  schedule_start_time: schedule.schedule_start_time,
  more_windows: schedule.more_windows,
  holidays: schedule.holidays,
  time_zone_mode: schedule.time_zone_mode,
});

/** Saves a schedule and puts the answer where the page reads it. */
export function useSaveSchedule(campaignId: number): (patch: Schedule) => Promise<void> {
  const keep = useKeepCampaign();
  const [save] = useFormSaveScheduleMutation();
  return async (patch) => keep(await save({ params: { campaignId }, body: patch }).unwrap());
}

/** The schedule of a campaign as it is edited: each part is saved by itself once it is valid. */
export function useScheduleForm(campaign: CampaignView, mayKeep: () => boolean) {
  const now = useCampaignNow(60_000);
  const save = useSaveSchedule(campaign.id);
  const isLive = isUnderWay(campaign);
  const edits = useKeptEdits<Schedule>(keptPlace(campaign.id, 'schedule'), scheduleInput);
  const autosave = useAutosave<Schedule>({
    save: async (patch) => {
      await save(patch);
      edits.saved(patch);
    },
    isHeld: () => isLive,
    keepHeld: () => mayKeep() && edits.keep(),
  });
  const form = useForm<Schedule>({
    resolver: zodResolver(scheduleInput),
    mode: 'onChange',
    defaultValues: scheduleOf(campaign),
  });
  const values = useWatch({ control: form.control }) as Schedule;
  const { errors } = form.formState;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: current, name }) => {
          const key = name?.split('.')[0] as keyof Schedule | undefined;
          if (!key || !scheduleInput.shape[key].safeParse(current[key]).success) return;
          autosave.queue({ [key]: current[key] });
          edits.note({ [key]: current[key] });
        },
      }),
    [form, autosave, edits],
  );
  const set = <Key extends keyof Schedule>(key: Key, value: Schedule[Key]) =>
    form.setValue(key, value as never, { shouldValidate: true, shouldDirty: true });
  useBegunWithKept(edits, autosave, set);
  /** A time may be typed as people write it: it becomes a time of the 24-hour clock when the field is left. */
  const registerTime = (key: 'start_hour' | 'end_hour') =>
    form.register(key, {
      onBlur: (event: { target: { value: string } }) => {
        const time = readTimeOfDay(event.target.value);
        if (time !== null && time !== event.target.value) set(key, time);
      },
    });
  const minute = Math.floor(now.getTime() / 60_000);
  const zones = useMemo(() => zoneChoices(new Date(minute * 60_000)), [minute]);
  const zone = values.timezone ?? 'Etc/GMT';
  const days = (values.days ?? []) as number[];
  return {
    isLive,
    autosave,
    registerTime,
    /** Whether all of it can be saved; puts the cursor into the first time that cannot. */
    isRight: () => form.trigger(undefined, { shouldFocus: true }),
    values,
    errors,
    set,
    now,
    zones,
    zone,
    days,
    /** The edit as its effect is asked about. */
    edit: () => ({ schedule: form.getValues() }),
    discard: () => {
      autosave.discard();
      edits.forget();
      form.reset(scheduleOf(campaign));
    },
  };
}
export type ScheduleForm = ReturnType<typeof useScheduleForm>;
