import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { DateField } from '@skein/ui/date-field';
import { Field } from '@skein/ui/field';
import { zoneLabel } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { TextInput } from '@skein/ui/text-input';
import { ShortNumber } from './short-number';
import type { TestForm } from './test-form.hooks';
import type { Repeat } from './test-values';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const inOrder = [1, 2, 3, 4, 5, 6, 0];

/** When a new automatic test runs. */
export function ScheduleCard({ form }: { form: TestForm }) {
  return (
    <Card title="Schedule" detail={`Times in ${zoneLabel(form.timeZone)}`}>
      <ScheduleFields form={form} isNew />
    </Card>
  );
}

/** The fields of a schedule. @param isNew whether the first run can be chosen */
export function ScheduleFields({
  form: { values, set, timeZone },
  isNew = false,
}: {
  form: Pick<TestForm, 'values' | 'set' | 'timeZone'>;
  isNew?: boolean;
}) {
  return (
    <Stack $gap={3}>
      <Field label="Repeats">
        <RadioGroup<Repeat>
          direction="row"
          value={values.repeat}
          onValueChange={(repeat) => set({ repeat })}
          options={[
            { value: 'days', label: 'Every few days' },
            { value: 'weekdays', label: 'On weekdays' },
            { value: 'cron', label: 'Cron' },
          ]}
        />
      </Field>
      {values.repeat === 'days' && (
        <Field label="Repeat every" hint="1 to 90 days.">
          <ShortNumber unit="days" min={1} max={90} value={values.days} onValueChange={(days) => set({ days })} />
        </Field>
      )}
      {values.repeat === 'weekdays' && (
        <>
          <Row $wrap $gap={4} role="group" aria-label="Weekdays">
            {inOrder.map((day) => (
              <Checkbox
                key={day}
                label={weekdays[day]}
                checked={values.weekdays.includes(day)}
                onCheckedChange={(isOn) =>
                  set({ weekdays: isOn ? [...values.weekdays, day] : values.weekdays.filter((each) => each !== day) })
                }
              />
            ))}
          </Row>
          <Field label="At">
            <TextInput type="time" value={values.time} onChange={(event) => set({ time: event.target.value })} />
          </Field>
        </>
      )}
      {values.repeat === 'cron' && (
        <Field label="Cron schedule" hint="Minute, hour, day of month, month, day of week. At most once an hour.">
          <TextInput maxLength={100} value={values.cron} onChange={(event) => set({ cron: event.target.value })} />
        </Field>
      )}
      <Row $wrap $gap={4}>
        {isNew && (
          <Field label="First run" hint="Leave empty to start now.">
            <DateField withTime value={values.starts} onValueChange={(starts) => set({ starts })} />
          </Field>
        )}
        <Field
          label="Ends"
          hint={`Leave empty to repeat until you stop it.${isNew ? '' : ` Times are in ${zoneLabel(timeZone)}.`}`}
        >
          <DateField withTime value={values.ends} onValueChange={(ends) => set({ ends })} />
        </Field>
      </Row>
    </Stack>
  );
}
