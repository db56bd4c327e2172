import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { leadFields } from '@skein/contracts/constants';
import {
  campaignSettingsInput,
  defaultOutOfOffice,
  type CampaignSettingsView,
} from '@skein/contracts/main/campaign-settings';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { Card } from '@skein/ui/card';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Slider } from '@skein/ui/slider';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { useFormCategoriesQuery, useFormSequenceQuery } from '../api';
import { ApplyBar } from '../apply-bar';
import { isUnderWay, useSaveSettings } from '../form-page';
import { fieldNames } from '../import/mapping';
import { SaveProblem } from '../save-problem';
import { useAutosave } from '../use-autosave';

type Settings = Omit<CampaignSettingsView, 'lead_condition' | 'draft'>;
type Key = keyof Settings;

const tracking = [
  ['DONT_EMAIL_OPEN', 'Opens', 'An invisible picture. Some mail programs load it for everybody.'],
  ['DONT_LINK_CLICK', 'Clicks', 'Links lead through the tracking domain.'],
  ['DONT_REPLY_TO_AN_EMAIL', 'Replies', 'Replies are read, classified and stop the lead.'],
] as const;

/** All settings of a campaign with their defaults, grouped; each is saved by itself once it is valid. */
export function SettingsCards({ campaign, mayWrite }: { campaign: CampaignView; mayWrite: boolean }) {
  const save = useSaveSettings();
  const isLive = isUnderWay(campaign);
  const autosave = useAutosave<Partial<Settings>>({ save: (patch) => save(campaign.id, patch), isHeld: () => isLive });
  const { data: categories } = useFormCategoriesQuery();
  const { data: sequence } = useFormSequenceQuery({ params: { campaignId: campaign.id } });
  const { lead_condition: _condition, draft: _draft, ...settings } = campaign.settings;
  const form = useForm<Settings>({
    resolver: zodResolver(campaignSettingsInput) as never,
    mode: 'onChange',
    defaultValues: settings,
  });
  const values = useWatch({ control: form.control }) as Settings;
  const { errors } = form.formState;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: current, name }) => {
          const key = name?.split('.')[0] as Key | undefined;
          if (key && campaignSettingsInput.shape[key].safeParse(current[key]).success)
            autosave.queue({ [key]: current[key] });
        },
      }),
    [form, autosave],
  );
  const set = <K extends Key>(key: K, value: Settings[K]) =>
    form.setValue(key, value as never, { shouldValidate: true, shouldDirty: true });
  const flag = (
    key: Key &
      (
        | 'add_unsubscribe_tag'
        | 'send_as_plain_text'
        | 'force_plain_text'
        | 'auto_pause_domain_leads_on_reply'
        | 'bounce_guard_enabled'
        | 'auto_categorise_reply'
        | 'ignore_ss_mailbox_sending_limit'
      ),
    label: string,
    hint: string,
  ) => (
    <Switch
      label={label}
      hint={hint}
      disabled={!mayWrite}
      checked={values[key]}
      onCheckedChange={(on) => set(key, on)}
    />
  );
  const absence = { ...defaultOutOfOffice, ...values.out_of_office_detection_settings };
  const setAbsence = (change: Partial<typeof absence>) =>
    set('out_of_office_detection_settings', { ...absence, ...change });
  const fieldOptions = [
    ...leadFields
      .filter((field) => field !== 'email')
      .map((field) => ({ value: field as string, label: fieldNames[field] })),
    ...(sequence?.merge_fields ?? [])
      .filter((field) => field.is_custom)
      .map((field) => ({ value: field.name, label: field.name, group: 'Custom fields' })),
  ];
  const categoryOptions = (categories?.categories ?? []).map((category) => ({
    value: String(category.id),
    label: category.name,
  }));
  return (
    <>
      {isLive && (
        <ApplyBar
          campaignId={campaign.id}
          autosave={autosave}
          edit={() => ({ settings: form.getValues() })}
          what="the settings"
          onDiscard={() => {
            autosave.discard();
            form.reset(settings);
          }}
        />
      )}
      {!isLive && <SaveProblem autosave={autosave} title="The settings are not saved." />}
      <Card id="add_unsubscribe_tag" title="Way out">
        <Stack $gap={4}>
          {flag(
            'add_unsubscribe_tag',
            'Unsubscribe header',
            'Mail programs show a button beside the sender; it takes one click. Large providers ask for it.',
          )}
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
          {flag(
            'auto_pause_domain_leads_on_reply',
            'Pause the company on a reply',
            'Other leads of the same domain are paused when one of them replies.',
          )}
        </Stack>
      </Card>
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
            <Field label="When no date is named, go on after" hint="Empty waits for a person" disabled={!mayWrite}>
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
            hint="The lead then waits for a person. It excludes going on by itself."
            disabled={!mayWrite}
            checked={absence.autoCategorizeOOO}
            onCheckedChange={(on) => setAbsence({ autoCategorizeOOO: on, ...(on ? { autoReactivateOOO: false } : {}) })}
          />
        </Stack>
      </Card>
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
      <Card id="bounce_guard_enabled" title="Bounce guard">
        <Stack $gap={4}>
          {flag(
            'bounce_guard_enabled',
            'Pause when too many mails bounce',
            'Protects the mailboxes; you are told at once and resume by hand.',
          )}
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
          {flag(
            'ignore_ss_mailbox_sending_limit',
            'Send past the limit of purchased mailboxes',
            'Leaves the daily limit of purchased mailboxes out of account. Limits of your own mailboxes always hold.',
          )}
        </Stack>
      </Card>
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
          {flag('send_as_plain_text', 'Plain text', 'Without formatting, pictures and tracking of opens.')}
          {flag(
            'force_plain_text',
            'Plain text only, also for replies',
            'Answers from the inbox leave as plain text too.',
          )}
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
      <Card id="auto_categorise_reply" title="Categories of replies">
        <Stack $gap={4}>
          {flag('auto_categorise_reply', 'Categorise replies', 'By rules, and by a language model where a key is set.')}
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
    </>
  );
}
