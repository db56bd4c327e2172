import { Card } from '@skein/ui/card';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { Flag, type SettingsCardProps } from './settings-flag';

/** How a lead gets out of the campaign. */
export function OptOutCard({ form, mayWrite }: SettingsCardProps) {
  const { values, errors, set } = form;
  return (
    <Card id="add_unsubscribe_tag" title="Way out">
      <Stack $gap={4}>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="add_unsubscribe_tag"
          label="Unsubscribe header"
          hint="Mail programs show a button beside the sender; it takes one click. Large providers ask for it."
        />
        <Field
          label="Unsubscribe line"
          optional
          disabled={!mayWrite}
          hint="Stands below every mail that has no %unsubscribe-text% of its own; the words become the link."
          error={fieldError('It', errors.unsubscribe_text)}
        >
          <TextInput
            maxLength={300}
            placeholder="Not interested? Unsubscribe"
            value={values.unsubscribe_text ?? ''}
            onChange={(event) => set('unsubscribe_text', event.target.value === '' ? null : event.target.value)}
          />
        </Field>
      </Stack>
    </Card>
  );
}

/** What ends the sequence of a lead. */
export function StopCard({ form, mayWrite }: SettingsCardProps) {
  const { values, set } = form;
  return (
    <Card id="stop_lead_settings" title="When a lead stops">
      <Stack $gap={4}>
        <Field label="Stops after" disabled={!mayWrite}>
          <RadioGroup
            value={values.stop_lead_settings}
            onValueChange={(value) => set('stop_lead_settings', value)}
            options={[
              { value: 'REPLY_TO_AN_EMAIL', label: 'A reply' },
              { value: 'CLICK_ON_A_LINK', label: 'A click on a link', hint: 'or a reply' },
              { value: 'OPEN_AN_EMAIL', label: 'An open', hint: 'or a click, or a reply' },
              { value: 'NEVER', label: 'Nothing', hint: 'An unsubscribe and a bounce still stop it' },
            ]}
          />
        </Field>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="auto_pause_domain_leads_on_reply"
          label="Pause the company on a reply"
          hint="Other leads of the same domain are paused when one of them replies."
        />
      </Stack>
    </Card>
  );
}

/** What an out-of-office answer does. */
export function AbsenceCard({ form, mayWrite }: SettingsCardProps) {
  const { absence, setAbsence } = form;
  return (
    <Card id="out_of_office_detection_settings" title="Out of office">
      <Stack $gap={4}>
        <Switch
          label="Does not count as a reply"
          hint="The lead is not stopped and not counted."
          disabled={!mayWrite}
          checked={absence.ignoreOOOasReply}
          onCheckedChange={(on) => setAbsence({ ignoreOOOasReply: on })}
        />
        <Switch
          label="Go on after the return"
          hint="At the date that the answer names."
          disabled={!mayWrite}
          checked={absence.autoReactivateOOO}
          onCheckedChange={(on) => setAbsence({ autoReactivateOOO: on, ...(on ? { autoCategorizeOOO: false } : {}) })}
        />
        {absence.autoReactivateOOO && (
          <Field label="When no date is named, go on after" hint="Leave empty to decide yourself" disabled={!mayWrite}>
            <NumberInput
              value={absence.reactivateOOOwithDelay}
              min={0}
              max={365}
              unit="days"
              onValueChange={(value) => setAbsence({ reactivateOOOwithDelay: value })}
            />
          </Field>
        )}
        <Switch
          label="Only give it the category"
          hint="The lead then waits for a person and is not resumed automatically."
          disabled={!mayWrite}
          checked={absence.autoCategorizeOOO}
          onCheckedChange={(on) => setAbsence({ autoCategorizeOOO: on, ...(on ? { autoReactivateOOO: false } : {}) })}
        />
      </Stack>
    </Card>
  );
}

/** Into which categories replies are sorted. */
export function CategoriesCard({ form, mayWrite }: SettingsCardProps) {
  const { values, set, categoryOptions } = form;
  return (
    <Card id="auto_categorise_reply" title="Categories of replies">
      <Stack $gap={4}>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="auto_categorise_reply"
          label="Categorise replies"
          hint="By rules, and by a language model where a key is set."
        />
        {values.auto_categorise_reply && (
          <Field label="Only into" optional hint="Empty uses every category." disabled={!mayWrite}>
            <Combobox
              multiple
              options={categoryOptions}
              value={categoryOptions.filter((option) =>
                values.ai_categorisation_options.includes(Number(option.value)),
              )}
              onValueChange={(chosen) =>
                set(
                  'ai_categorisation_options',
                  chosen.map((option) => Number(option.value)),
                )
              }
              placeholder="Every category"
            />
          </Field>
        )}
      </Stack>
    </Card>
  );
}
