import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { LinkButton } from '@skein/ui/link';
import { Combobox } from '@skein/ui/combobox';
import { zoneLabel } from '@skein/ui/instant';
import { Grid } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { NumberInput } from '@skein/ui/number-input';
import type { ScheduleForm } from './schedule.hooks';
import { Days, dayNames, longNames } from './days';
import { crossesMidnight, readTimeOfDay } from './time-of-day';

/** Where this browser is; the usual zone of a person who never chose one is Etc/GMT (docs/domain.md, Lists and limits). */
const hereZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ZoneFieldProps {
  form: ScheduleForm;
  mayWrite: boolean;
  schedule: CampaignView['schedule'];
}

/** The zone that the hours are read in. */
export function ZoneField({ form, mayWrite, schedule }: ZoneFieldProps) {
  const { errors, zone, set, zones } = form;
  return (
    <Field
      label="Time zone"
      disabled={!mayWrite}
      error={fieldError('Time zone', errors.timezone)}
      hint={
        mayWrite && !schedule.is_saved && zone === 'Etc/GMT' && zoneLabel(zone) !== zoneLabel(hereZone) ? (
          <>
            Your device is in another time zone.{' '}
            <LinkButton onClick={() => set('timezone', hereZone)}>Use {zoneLabel(hereZone)}</LinkButton>
          </>
        ) : undefined
      }
    >
      <Combobox
        options={zones}
        value={zones.find((entry) => entry.value === zone) ?? { value: zone, label: zoneLabel(zone) }}
        onValueChange={(option) => {
          if (option) set('timezone', option.value);
        }}
        searchPlaceholder="Search a city or region"
      />
    </Field>
  );
}

/** The weekdays on which e-mails leave. */
export function DaysField({ form, mayWrite }: { form: ScheduleForm; mayWrite: boolean }) {
  const { days, set } = form;
  return (
    <Field label="Days" disabled={!mayWrite} error={days.length === 0 ? 'Choose at least one day.' : undefined}>
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
  );
}

/** The hours of a day, and how much may leave in them. */
export function HoursFields({ form, mayWrite }: { form: ScheduleForm; mayWrite: boolean }) {
  const { errors, values, set, registerTime } = form;
  const { start_hour: from = '', end_hour: to = '' } = values;
  // What can be read becomes a time when the field is left: no error while it is typed.
  const fromError = readTimeOfDay(from) === null ? fieldError('From', errors.start_hour) : undefined;
  const toError = readTimeOfDay(to) === null ? fieldError('To', errors.end_hour) : undefined;
  return (
    <Grid $min={132} $gap={4}>
      <Field label="From" disabled={!mayWrite} error={fromError}>
        <TextInput
          inputMode="numeric"
          placeholder="09:00"
          maxLength={9}
          autoComplete="off"
          {...registerTime('start_hour')}
        />
      </Field>
      <Field
        label="To"
        disabled={!mayWrite}
        error={
          toError ??
          (from && readTimeOfDay(from) === readTimeOfDay(to) ? 'The window must end after it starts.' : undefined)
        }
        hint={crossesMidnight(from, to) ? 'Crosses midnight' : undefined}
      >
        <TextInput
          inputMode="numeric"
          placeholder="18:00"
          maxLength={9}
          autoComplete="off"
          {...registerTime('end_hour')}
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
        hint="0 = no limit"
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
  );
}
