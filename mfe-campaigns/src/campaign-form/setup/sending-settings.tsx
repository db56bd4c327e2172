import { purchasedPerDay } from '@skein/contracts/smart-senders/offers';
import { Card } from '@skein/ui/card';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Slider } from '@skein/ui/slider';
import { Switch } from '@skein/ui/switch';
import { fieldError } from '@skein/ui/field-error';
import { Flag, type SettingsCardProps } from './settings-flag';

const tracking = [
  ['DONT_EMAIL_OPEN', 'Opens', 'An invisible picture. Some mail programs load it for everybody.'],
  ['DONT_LINK_CLICK', 'Clicks', 'Links lead through the tracking domain.'],
  ['DONT_REPLY_TO_AN_EMAIL', 'Replies', 'Replies are read, classified and stop the lead.'],
] as const;

/** What is tracked. */
export function TrackingCard({ form, mayWrite }: SettingsCardProps) {
  const { values, set } = form;
  return (
    <Card id="track_settings" title="Tracking">
      <Stack $gap={4}>
        {tracking.map(([key, label, hint]) => (
          <Switch
            key={key}
            label={label}
            hint={hint}
            disabled={!mayWrite}
            checked={!values.track_settings.includes(key)}
            onCheckedChange={(on) =>
              set(
                'track_settings',
                on ? values.track_settings.filter((other) => other !== key) : [...values.track_settings, key],
              )
            }
          />
        ))}
      </Stack>
    </Card>
  );
}

/** When bounces pause the campaign. */
export function BounceGuardCard({ form, mayWrite }: SettingsCardProps) {
  const { values, errors, set } = form;
  return (
    <Card id="bounce_guard_enabled" title="Bounce guard">
      <Stack $gap={4}>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="bounce_guard_enabled"
          label="Pause when too many mails bounce"
          hint="Protects the mailboxes; you are told at once and resume by hand."
        />
        {values.bounce_guard_enabled && (
          <Grid $min={200}>
            <Field
              label="At more than"
              disabled={!mayWrite}
              error={fieldError('It', errors.bounce_autopause_threshold)}
            >
              <NumberInput
                value={values.bounce_autopause_threshold}
                min={0.1}
                max={100}
                decimals={1}
                step={0.5}
                unit="%"
                onValueChange={(value) => {
                  if (value !== null) set('bounce_autopause_threshold', value);
                }}
              />
            </Field>
            <Field label="But not before" disabled={!mayWrite} error={fieldError('It', errors.bounce_guard_min_sent)}>
              <NumberInput
                value={values.bounce_guard_min_sent}
                min={1}
                max={100_000}
                unit="sent"
                onValueChange={(value) => {
                  if (value !== null) set('bounce_guard_min_sent', value);
                }}
              />
            </Field>
          </Grid>
        )}
      </Stack>
    </Card>
  );
}

/** How a day is divided. */
export function RhythmCard({ form, mayWrite }: SettingsCardProps) {
  const { values, errors, set } = form;
  return (
    <Card id="follow_up_percentage" title="Rhythm">
      <Stack $gap={4}>
        <Field
          label="Kept for follow-ups"
          disabled={!mayWrite}
          aside={`${values.follow_up_percentage}%`}
          hint="Share of each day’s emails that follow-ups may take before new leads."
        >
          <Slider
            value={values.follow_up_percentage}
            min={0}
            max={100}
            step={5}
            valueText={(value) => `${value}%`}
            onValueChange={(value) => set('follow_up_percentage', value)}
            ends={['all to new leads', 'all to follow-ups']}
          />
        </Field>
        <Field label="Days between steps are" disabled={!mayWrite}>
          <RadioGroup
            direction="row"
            value={values.delay_basis}
            onValueChange={(value) => set('delay_basis', value)}
            options={[
              { value: 'CALENDAR', label: 'Calendar days' },
              { value: 'SENDING_DAYS', label: 'Sending days' },
            ]}
          />
        </Field>
        <Field
          label="To one company a day"
          optional
          hint="Most emails to one domain in a day; empty has no limit."
          disabled={!mayWrite}
          error={fieldError('It', errors.company_daily_limit)}
        >
          <NumberInput
            value={values.company_daily_limit}
            min={1}
            max={1000}
            onValueChange={(value) => set('company_daily_limit', value)}
          />
        </Field>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="ignore_ss_mailbox_sending_limit"
          label="Ignore the daily limit of purchased mailboxes"
          hint={`Purchased mailboxes send at most ${purchasedPerDay.SMTP} campaign emails a day, ${purchasedPerDay.GOOGLE} at Google and Outlook. Each mailbox’s own limit always applies.`}
        />
      </Stack>
    </Card>
  );
}

/** Which mailbox writes to whom, and how texts are made. */
export function MatchingCard({ form, mayWrite }: SettingsCardProps) {
  const { values, set, fieldOptions } = form;
  return (
    <Card id="esp_match_mode" title="Matching and text">
      <Stack $gap={4}>
        <Field label="Mailbox of the lead’s own provider" disabled={!mayWrite}>
          <RadioGroup
            value={values.esp_match_mode}
            onValueChange={(value) => set('esp_match_mode', value)}
            options={[
              { value: 'OFF', label: 'Does not matter' },
              { value: 'PREFER', label: 'Preferred', hint: 'Gmail writes to Gmail where one is free' },
              { value: 'STRICT', label: 'Required', hint: 'Leads without a match wait' },
            ]}
          />
        </Field>
        <Field label="Spintax takes" disabled={!mayWrite}>
          <RadioGroup
            direction="row"
            value={values.spintax_mode}
            onValueChange={(value) => set('spintax_mode', value)}
            options={[
              { value: 'INCREMENTAL', label: 'Each text in turn' },
              { value: 'RANDOM', label: 'Texts by chance' },
            ]}
          />
        </Field>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="send_as_plain_text"
          label="Plain text"
          hint="Without formatting, pictures and tracking of opens."
        />
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="force_plain_text"
          label="Plain text only, also for replies"
          hint="Answers from the inbox leave as plain text too."
        />
        <Field
          label="Send although empty"
          optional
          hint="Leads without a value for these fields are mailed all the same."
          disabled={!mayWrite}
        >
          <Combobox
            multiple
            options={fieldOptions}
            value={values.allow_missing_fields.map(
              (name) => fieldOptions.find((option) => option.value === name) ?? { value: name, label: name },
            )}
            onValueChange={(chosen) =>
              set(
                'allow_missing_fields',
                chosen.map((option) => option.value),
              )
            }
            placeholder="No field"
          />
        </Field>
      </Stack>
    </Card>
  );
}
