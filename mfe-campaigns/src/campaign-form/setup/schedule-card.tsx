import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { scheduleInput, type CampaignView } from '@skein/contracts/main/campaigns.contract';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Card } from '@skein/ui/card';
import { Combobox } from '@skein/ui/combobox';
import { Field, Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { fullInstant } from '@skein/ui/instant';
import { useFormSaveScheduleMutation } from '../api';
import { ApplyBar } from '../apply-bar';
import { isUnderWay, useKeepCampaign } from '../form-page';
import { SaveProblem } from '../save-problem';
import { useAutosave } from '../use-autosave';
import { Days, dayNames, longNames } from './days';
import { Holidays, MoreWindows } from './more-windows';
import { fromWallClock, toWallClock, zoneChoices } from './zoned-time';

/** Where this browser is; the usual zone of a person who never chose one is Etc/GMT (specification, section 9). */
const hereZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Schedule = z.input<typeof scheduleInput>;

/** The schedule of a campaign as it is saved. */
export const scheduleOf = ({ schedule }: CampaignView): Required<Schedule> => ({
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

/** When e-mails may leave: zone, days, hours, rhythm, and from when on. */
export function ScheduleCard({ campaign, mayWrite }: { campaign: CampaignView; mayWrite: boolean }) {
  const now = useCampaignNow(60_000);
  const save = useSaveSchedule(campaign.id);
  const isLive = isUnderWay(campaign);
  const autosave = useAutosave<Schedule>({ save, isHeld: () => isLive });
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
          if (key && scheduleInput.shape[key].safeParse(current[key]).success) autosave.queue({ [key]: current[key] });
        },
      }),
    [form, autosave],
  );
  const set = <Key extends keyof Schedule>(key: Key, value: Schedule[Key]) =>
    form.setValue(key, value as never, { shouldValidate: true, shouldDirty: true });
  const minute = Math.floor(now.getTime() / 60_000);
  const zones = useMemo(() => zoneChoices(new Date(minute * 60_000)), [minute]);
  const zone = values.timezone ?? 'Etc/GMT';
  const days = (values.days ?? []) as number[];
  const { schedule } = campaign;
  return (
    <Card id="schedule" title="Schedule" detail={schedule.is_saved ? undefined : 'not saved yet'}>
      <Stack $gap={4}>
        {isLive && (
          <ApplyBar
            campaignId={campaign.id}
            autosave={autosave}
            edit={() => ({ schedule: form.getValues() })}
            what="the schedule"
            onDiscard={() => {
              autosave.discard();
              form.reset(scheduleOf(campaign));
            }}
          />
        )}
        {!isLive && <SaveProblem autosave={autosave} title="The schedule is not saved." />}
        <Grid $min={240} $gap={4}>
          <Field
            label="Time zone"
            disabled={!mayWrite}
            error={fieldError('Time zone', errors.timezone)}
            hint={
              mayWrite && !schedule.is_saved && zone !== hereZone && zone === 'Etc/GMT' ? (
                <>
                  This device is in another one.{' '}
                  <LinkButton onClick={() => set('timezone', hereZone)}>Use {hereZone.replace(/_/g, ' ')}</LinkButton>
                </>
              ) : undefined
            }
          >
            <Combobox
              options={zones}
              value={zones.find((entry) => entry.value === zone) ?? { value: zone, label: zone }}
              onValueChange={(option) => {
                if (option) set('timezone', option.value);
              }}
              searchPlaceholder="Search a city or region"
            />
          </Field>
          <Field
            label="Days"
            disabled={!mayWrite}
            error={days.length === 0 ? 'Without a day nothing is ever sent.' : undefined}
          >
            <Days role="group" aria-label="Days">
              {dayNames.map((name, index) => (
                <button
                  key={name}
                  type="button"
                  disabled={!mayWrite}
                  aria-pressed={days.includes(index + 1)}
                  aria-label={longNames[index]}
                  onClick={() =>
                    set(
                      'days',
                      days.includes(index + 1) ? days.filter((day) => day !== index + 1) : [...days, index + 1].sort(),
                    )
                  }
                >
                  {name}
                </button>
              ))}
            </Days>
          </Field>
        </Grid>
        <Grid $min={132} $gap={4}>
          <Field label="From" disabled={!mayWrite} error={fieldError('From', errors.start_hour)}>
            <TextInput
              inputMode="numeric"
              placeholder="09:00"
              maxLength={5}
              autoComplete="off"
              {...form.register('start_hour')}
            />
          </Field>
          <Field
            label="To"
            disabled={!mayWrite}
            error={
              fieldError('To', errors.end_hour) ??
              (values.start_hour && values.start_hour === values.end_hour
                ? 'It ends when it begins: nothing would ever be sent.'
                : undefined)
            }
            hint={
              values.start_hour && values.end_hour && values.end_hour < values.start_hour
                ? 'Crosses midnight'
                : undefined
            }
          >
            <TextInput
              inputMode="numeric"
              placeholder="18:00"
              maxLength={5}
              autoComplete="off"
              {...form.register('end_hour')}
            />
          </Field>
          <Field label="Between emails" disabled={!mayWrite} error={fieldError('It', errors.min_time_btwn_emails)}>
            <NumberInput
              value={values.min_time_btwn_emails ?? null}
              min={3}
              max={1440}
              unit="min"
              onValueChange={(value) => {
                if (value !== null) set('min_time_btwn_emails', value);
              }}
            />
          </Field>
          <Field
            label="New leads a day"
            hint="0 has no limit"
            disabled={!mayWrite}
            error={fieldError('It', errors.max_leads_per_day)}
          >
            <NumberInput
              value={values.max_leads_per_day ?? null}
              min={0}
              max={100_000}
              onValueChange={(value) => {
                if (value !== null) set('max_leads_per_day', value);
              }}
            />
          </Field>
        </Grid>
        <Grid $min={240} $gap={4}>
          <Field
            label="Not before"
            optional
            disabled={!mayWrite}
            hint={`Clock of ${zone.replace(/_/g, ' ')}. Empty begins at the launch.`}
            error={fieldError('Not before', errors.schedule_start_time)}
          >
            <TextInput
              type="datetime-local"
              value={values.schedule_start_time ? toWallClock(values.schedule_start_time, zone) : ''}
              onChange={(event) => set('schedule_start_time', fromWallClock(event.target.value, zone))}
            />
          </Field>
        </Grid>
        <MoreWindows
          windows={values.more_windows ?? []}
          onChange={(windows) => set('more_windows', windows)}
          mayWrite={mayWrite}
        />
        <Grid $min={240} $gap={4}>
          <Field label="Windows are read in the zone of" disabled={!mayWrite}>
            <RadioGroup
              direction="row"
              value={values.time_zone_mode ?? 'CAMPAIGN'}
              onValueChange={(value) => set('time_zone_mode', value)}
              options={[
                { value: 'CAMPAIGN', label: 'The campaign' },
                { value: 'LEAD', label: 'Each lead', hint: 'Where it is known' },
              ]}
            />
          </Field>
          <Holidays dates={values.holidays ?? []} onChange={(dates) => set('holidays', dates)} mayWrite={mayWrite} />
        </Grid>
        <Row $wrap $gap={4}>
          <Hint>
            Open {schedule.open_hours_per_week.toLocaleString('en-US', { maximumFractionDigits: 1 })} h a week
          </Hint>
          {schedule.next_opening_at && (
            <Hint>Next opening {fullInstant(schedule.next_opening_at, schedule.timezone)}</Hint>
          )}
        </Row>
      </Stack>
    </Card>
  );
}
