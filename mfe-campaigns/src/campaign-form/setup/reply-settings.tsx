import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { Flag, type SettingsCardProps } from './settings-flag';
import { SettingsGroup } from './setup-section';

/** How a lead gets out of the campaign. */
export function OptOutCard({ form, mayWrite }: SettingsCardProps) {
  const { values, errors, set } = form;
  return (
    <SettingsGroup id="add_unsubscribe_tag" aria-label="Unsubscribe">
      <h3>Unsubscribe</h3>
      <Stack $gap={4}>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="add_unsubscribe_tag"
          label="Unsubscribe header"
          hint="Email clients show an unsubscribe button next to the sender. Gmail and Yahoo require it for bulk senders."
        />
        <Field
          label="Unsubscribe line"
          optional
          disabled={!mayWrite}
          hint="Added to the end of every email without %unsubscribe-text%. The words become the link."
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
    </SettingsGroup>
  );
}

/** What ends the sequence of a lead. */
export function StopCard({ form, mayWrite }: SettingsCardProps) {
  const { values, set } = form;
  return (
    <SettingsGroup id="stop_lead_settings" aria-label="When a lead stops">
      <h3>When a lead stops</h3>
      <Stack $gap={4}>
        <Field label="Stop after" disabled={!mayWrite}>
          <RadioGroup
            value={values.stop_lead_settings}
            onValueChange={(value) => set('stop_lead_settings', value)}
            options={[
              { value: 'REPLY_TO_AN_EMAIL', label: 'A reply' },
              { value: 'CLICK_ON_A_LINK', label: 'A click on a link', hint: 'or a reply' },
              { value: 'OPEN_AN_EMAIL', label: 'An open', hint: 'or a click, or a reply' },
              { value: 'NEVER', label: 'Nothing', hint: 'Unsubscribes and bounces still stop the lead' },
            ]}
          />
        </Field>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="auto_pause_domain_leads_on_reply"
          label="Pause the company after a reply"
          hint="Pauses all leads of the same domain when one of them replies."
        />
      </Stack>
    </SettingsGroup>
  );
}

/** What an out-of-office answer does. */
export function AbsenceCard({ form, mayWrite }: SettingsCardProps) {
  const { absence, setAbsence } = form;
  return (
    <SettingsGroup id="out_of_office_detection_settings" aria-label="Out of office">
      <h3>Out of office</h3>
      <Stack $gap={4}>
        <Switch
          label="Don’t count as a reply"
          hint="The lead is not stopped, and reply figures leave it out."
          disabled={!mayWrite}
          checked={absence.ignoreOOOasReply}
          onCheckedChange={(on) => setAbsence({ ignoreOOOasReply: on })}
        />
        <Switch
          label="Resume after the return date"
          hint="Uses the date named in the auto-reply."
          disabled={!mayWrite}
          checked={absence.autoReactivateOOO}
          onCheckedChange={(on) => setAbsence({ autoReactivateOOO: on, ...(on ? { autoCategorizeOOO: false } : {}) })}
        />
        {absence.autoReactivateOOO && (
          <Field
            label="If no date is named, resume after"
            optional
            hint="Leave empty to decide yourself."
            disabled={!mayWrite}
          >
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
          label="Only set the category"
          hint="The lead stays on hold until you resume it."
          disabled={!mayWrite}
          checked={absence.autoCategorizeOOO}
          onCheckedChange={(on) => setAbsence({ autoCategorizeOOO: on, ...(on ? { autoReactivateOOO: false } : {}) })}
        />
      </Stack>
    </SettingsGroup>
  );
}

/** Into which categories replies are sorted. */
export function CategoriesCard({ form, mayWrite }: SettingsCardProps) {
  const { values, set, categoryOptions } = form;
  return (
    <SettingsGroup id="auto_categorise_reply" aria-label="Reply categories">
      <h3>Reply categories</h3>
      <Stack $gap={4}>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="auto_categorise_reply"
          label="Categorise replies"
          hint="Uses rules, and the AI assistant if it is set up."
        />
        {values.auto_categorise_reply && (
          <Field label="Limit to" optional hint="Leave empty to use every category." disabled={!mayWrite}>
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
    </SettingsGroup>
  );
}
