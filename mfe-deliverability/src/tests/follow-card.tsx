import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { ShortNumber } from './short-number';
import type { TestForm } from './test-form.hooks';

/** What happens when placement falls. */
export const FollowCard = ({ form }: { form: TestForm }) => (
  <Card title="When placement falls">
    <FollowFields form={form} />
  </Card>
);

/** The fields of what follows. */
export function FollowFields({
  form: { values, set, origin, type },
}: {
  form: Pick<TestForm, 'values' | 'set' | 'origin' | 'type'>;
}) {
  return (
    <Stack $gap={3}>
      <Row $wrap $gap={4} $align="start">
        <Field label="Below" hint="Judged for each mailbox. Leave empty to change nothing.">
          <ShortNumber unit="%" min={1} max={100} value={values.below} onValueChange={(below) => set({ below })} />
        </Field>
        {type === 'auto' && values.below !== null && (
          <Field label="In this many runs in a row" hint="One low run can be chance.">
            <ShortNumber
              min={1}
              max={placementLimits.belowRuns}
              value={values.belowRuns}
              onValueChange={(belowRuns) => set({ belowRuns })}
            />
          </Field>
        )}
      </Row>
      {values.below !== null && (
        <>
          <Field label="The mailbox">
            <RadioGroup
              value={values.lowers ? 'cap' : 'rest'}
              onValueChange={(value) => set({ lowers: value === 'cap' })}
              options={[
                { value: 'rest', label: 'Rests for 7 days' },
                { value: 'cap', label: 'Gets a lower daily limit' },
              ]}
            />
          </Field>
          {values.lowers && (
            <Field label="Lower the daily limit to">
              <ShortNumber min={1} max={10_000} value={values.cap} onValueChange={(cap) => set({ cap })} />
            </Field>
          )}
          <Checkbox
            label="Move its leads to other mailboxes"
            hint="Leads it has emailed already continue in a new thread."
            checked={values.moves_leads}
            onCheckedChange={(isOn) => set({ moves_leads: isOn })}
          />
          {origin === 'campaign' && (
            <Checkbox
              label="Pause the step if every mailbox falls"
              checked={values.pauses_step}
              onCheckedChange={(isOn) => set({ pauses_step: isOn })}
            />
          )}
          <Checkbox
            label="Notify people"
            hint="In the app, by email, Slack or webhook, as each person chose under Notifications."
            checked={values.notifies}
            onCheckedChange={(isOn) => set({ notifies: isOn })}
          />
        </>
      )}
    </Stack>
  );
}
