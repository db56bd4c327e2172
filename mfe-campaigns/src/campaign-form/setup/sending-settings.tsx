import { purchasedPerDay } from '@skein/contracts/smart-senders/offers';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Slider } from '@skein/ui/slider';
import { Switch } from '@skein/ui/switch';
import { fieldError } from '@skein/ui/field-error';
import { EspRulesField } from './esp-rules-field';
import { Flag, type SettingsCardProps } from './settings-flag';
import { SettingsGroup } from './setup-section';

const tracking = [
  ['DONT_EMAIL_OPEN', 'Opens', 'Adds an invisible image. Some email clients load it automatically.'],
  ['DONT_LINK_CLICK', 'Clicks', 'Links redirect through the tracking domain.'],
  ['DONT_REPLY_TO_AN_EMAIL', 'Replies', 'Replies are categorized and stop the lead.'],
] as const;

/** What is tracked. */
export function TrackingCard({ form, mayWrite }: SettingsCardProps) {
  const { values, set } = form;
  return (
    <SettingsGroup id="track_settings" aria-label="Tracking">
      <h3>Tracking</h3>
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
    </SettingsGroup>
  );
}

/** When bounces pause the campaign. */
export function BounceGuardCard({ form, mayWrite }: SettingsCardProps) {
  const { values, errors, set } = form;
  return (
    <SettingsGroup id="bounce_guard_enabled" aria-label="Bounce guard">
      <h3>Bounce guard</h3>
      <Stack $gap={4}>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="bounce_guard_enabled"
          label="Pause when too many emails bounce"
          hint="Protects your mailboxes. You get a notification and decide when to resume. When off, bounces from dead addresses don’t slow sending down either."
        />
        {values.bounce_guard_enabled && (
          <Grid $min={200}>
            <Field
              label="At a bounce rate of"
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
            <Field label="After at least" disabled={!mayWrite} error={fieldError('It', errors.bounce_guard_min_sent)}>
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
    </SettingsGroup>
  );
}

/** How a day is divided. */
export function RhythmCard({ form, mayWrite }: SettingsCardProps) {
  const { values, errors, set } = form;
  return (
    <SettingsGroup id="follow_up_percentage" aria-label="Pace">
      <h3>Pace</h3>
      <Stack $gap={4}>
        <Field
          label="Reserved for follow-ups"
          disabled={!mayWrite}
          aside={`${values.follow_up_percentage}%`}
          hint="Share of each day’s emails that follow-ups get before new leads."
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
        <Field label="Count days between steps as" disabled={!mayWrite}>
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
          label="Per company and day"
          optional
          hint="Maximum emails to one domain per day. Leave empty for no limit."
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
    </SettingsGroup>
  );
}

/** Which mailbox writes to whom, and how texts are made. */
export function MatchingCard({ form, mayWrite }: SettingsCardProps) {
  const { values, set, fieldOptions } = form;
  return (
    <SettingsGroup id="esp_match_mode" aria-label="ESP matching and text">
      <h3>ESP matching and text</h3>
      <Stack $gap={4}>
        <Field label="ESP matching" disabled={!mayWrite}>
          <RadioGroup
            value={values.esp_match_mode}
            onValueChange={(value) => set('esp_match_mode', value)}
            options={[
              { value: 'OFF', label: 'Off' },
              {
                value: 'PREFER',
                label: 'Preferred',
                hint: 'Gmail to Gmail and Outlook to Outlook when a mailbox is free',
              },
              { value: 'STRICT', label: 'Required', hint: 'Leads without a matching mailbox wait' },
            ]}
          />
        </Field>
        <EspRulesField rules={values.esp_rules} onRules={(rules) => set('esp_rules', rules)} mayWrite={mayWrite} />
        <Field label="Rotate spintax" disabled={!mayWrite}>
          <RadioGroup
            direction="row"
            value={values.spintax_mode}
            onValueChange={(value) => set('spintax_mode', value)}
            options={[
              { value: 'INCREMENTAL', label: 'In order' },
              { value: 'RANDOM', label: 'At random' },
            ]}
          />
        </Field>
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="send_as_plain_text"
          label="Send as plain text"
          hint="No formatting, images or open tracking."
        />
        <Flag
          form={form}
          mayWrite={mayWrite}
          name="force_plain_text"
          label="Plain text for replies too"
          hint="Replies from the inbox are sent as plain text as well."
        />
        <Field
          label="Send even if empty"
          optional
          hint="Leads without a value for these fields still get the email."
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
    </SettingsGroup>
  );
}
