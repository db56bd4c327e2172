import { useImperativeHandle, type Ref } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useSignal } from '@skein/mfe/signal';
import { DateField } from '@skein/ui/date-field';
import { Field, Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { fieldError } from '@skein/ui/field-error';
import { fullInstant, zoneLabel } from '@skein/ui/instant';
import { SetupSection, type Folding } from './setup-section';
import { useScheduleForm, type ScheduleForm } from './schedule.hooks';
import { ApplyBar } from '../apply-bar';
import { SaveProblem } from '../save-problem';
import { Holidays, MoreWindows } from './more-windows';
import { fromWallClock, toWallClock } from './zoned-time';
import { dayNames } from './days';
import { readTimeOfDay } from './time-of-day';
import { ZoneField, DaysField, HoursFields } from './schedule-fields';

/** The first window in words: `Mon to Fri, 09:00 to 18:00, Europe/Berlin`. What is no time yet is read from what is saved. */
function summaryOf({ values, days, zone }: ScheduleForm, saved: CampaignView['schedule']): string {
  const start_hour = readTimeOfDay(values.start_hour ?? '') ?? saved.start_hour;
  const end_hour = readTimeOfDay(values.end_hour ?? '') ?? saved.end_hour;
  const isRun = days.length > 2 && days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
  const names = days.map((day) => dayNames[day - 1]);
  return [
    days.length === 0 ? 'No day' : isRun ? `${names[0]} to ${names.at(-1)}` : names.join(', '),
    `${start_hour} to ${end_hour}`,
    zoneLabel(zone),
  ].join(', ');
}

/** A window that ends at 23:59 misses a minute a day, which nobody wants to read. */
function openHours(perWeek: number): string {
  const whole = Math.round(perWeek);
  const hours = Math.abs(perWeek - whole) <= 0.1 ? whole : perWeek;
  return whole === 168 ? 'Open around the clock' : `Open ${hours.toLocaleString('en-US')} hours a week`;
}

/** How long the saved windows are open, and when next. Edits that are not applied are in neither: both are left out until then. */
function OpenTimes({ form, schedule }: { form: ScheduleForm; schedule: CampaignView['schedule'] }) {
  const { status } = useSignal(form.autosave.state);
  if (form.isLive && (status === 'held' || status === 'failed')) return null;
  return (
    <Row $wrap $gap={4}>
      <Hint>{openHours(schedule.open_hours_per_week)}</Hint>
      {schedule.next_opening_at && (
        <Hint>
          {Date.parse(schedule.next_opening_at) <= form.now.getTime()
            ? 'Open now'
            : `Opens next ${fullInstant(schedule.next_opening_at, schedule.timezone)}`}
        </Hint>
      )}
    </Row>
  );
}

/** When emails are sent: zone, days, hours, pace, and from which date. */
export function ScheduleCard({
  campaign,
  mayWrite,
  folding,
  check,
  mayKeep,
}: {
  campaign: CampaignView;
  mayWrite: boolean;
  folding: Folding;
  check: Ref<() => Promise<boolean>>;
  /** Whether edits that are not applied are kept when the card goes. */
  mayKeep: () => boolean;
}) {
  const form = useScheduleForm(campaign, mayKeep);
  const { isLive, autosave, values, errors, set, zone, edit, discard } = form;
  const { schedule } = campaign;
  useImperativeHandle(check, () => form.isRight);
  return (
    <SetupSection part="schedule" title="Schedule" folding={folding} summary={summaryOf(form, schedule)}>
      <Stack $gap={4}>
        {isLive && (
          <ApplyBar campaignId={campaign.id} autosave={autosave} edit={edit} what="the schedule" onDiscard={discard} />
        )}
        {!isLive && <SaveProblem autosave={autosave} title="The schedule is not saved." />}
        <Grid $min={240} $gap={4}>
          <ZoneField form={form} mayWrite={mayWrite} schedule={schedule} />
          <DaysField form={form} mayWrite={mayWrite} />
        </Grid>
        <HoursFields form={form} mayWrite={mayWrite} />
        <MoreWindows
          windows={values.more_windows ?? []}
          onChange={(windows) => set('more_windows', windows)}
          mayWrite={mayWrite}
        />
        <Grid $min={240} $gap={4}>
          <Field
            label="Start date"
            optional
            disabled={!mayWrite}
            hint={`${zoneLabel(zone)} time. Leave empty to start at launch.`}
            error={fieldError('Start date', errors.schedule_start_time)}
          >
            <DateField
              withTime
              timeZone={zone}
              usualTime={readTimeOfDay(values.start_hour ?? '') ?? schedule.start_hour}
              value={values.schedule_start_time ? toWallClock(values.schedule_start_time, zone) : ''}
              onValueChange={(wall) => set('schedule_start_time', fromWallClock(wall, zone))}
            />
          </Field>
          <Holidays dates={values.holidays ?? []} onChange={(dates) => set('holidays', dates)} mayWrite={mayWrite} />
        </Grid>
        <Field label="Sending hours follow" disabled={!mayWrite}>
          <RadioGroup
            direction="row"
            value={values.time_zone_mode ?? 'CAMPAIGN'}
            onValueChange={(value) => set('time_zone_mode', value)}
            options={[
              { value: 'CAMPAIGN', label: 'Campaign time zone' },
              {
                value: 'LEAD',
                label: 'Each lead’s time zone',
                hint: 'Based on city, country or phone number. Other leads follow the campaign.',
              },
            ]}
          />
        </Field>
        <OpenTimes form={form} schedule={schedule} />
      </Stack>
    </SetupSection>
  );
}
