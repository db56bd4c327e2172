import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { Card } from '@skein/ui/card';
import { Field, Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { fullInstant } from '@skein/ui/instant';
import { useScheduleForm } from './schedule.hooks';
import { ApplyBar } from '../apply-bar';
import { SaveProblem } from '../save-problem';
import { Holidays, MoreWindows } from './more-windows';
import { fromWallClock, toWallClock } from './zoned-time';
import { ZoneField, DaysField, HoursFields } from './schedule-fields';

/** When e-mails may leave: zone, days, hours, rhythm, and from when on. */
export function ScheduleCard({ campaign, mayWrite }: { campaign: CampaignView; mayWrite: boolean }) {
  const form = useScheduleForm(campaign);
  const { isLive, autosave, values, errors, set, zone, edit, discard } = form;
  const { schedule } = campaign;
  return (
    <Card id="schedule" title="Schedule" detail={schedule.is_saved ? undefined : 'not saved yet'}>
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
        <Grid $min={240} $gap={4}>
          <Field
            label="Not before"
            optional
            disabled={!mayWrite}
            hint={`Clock of ${zone.replace(/_/g, ' ')}. Leave empty to start at launch.`}
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
                {
                  value: 'LEAD',
                  label: 'Each lead',
                  hint: 'Based on city, country or phone number. Other leads follow the campaign.',
                },
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
