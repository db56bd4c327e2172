import { warmupLimits, type WarmupSettingsView } from '@skein/contracts/warmup/warmup.contract';
import { Field } from '@skein/ui/field';
import { Grid } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Switch } from '@skein/ui/switch';

/** Settings while somebody types: a number may be missing. */
export type WarmupDraft = {
  [Name in keyof WarmupSettingsView]: WarmupSettingsView[Name] extends number
    ? number | null
    : WarmupSettingsView[Name];
};

interface FieldsProps {
  draft: WarmupDraft;
  set: <Name extends keyof WarmupDraft>(name: Name) => (value: WarmupDraft[Name]) => void;
  errorOf: (name: keyof WarmupDraft) => string | undefined;
}

/** How many mails a day has: cap, chance and ramp. */
export function WarmupAmounts({ draft, set, errorOf }: FieldsProps) {
  return (
    <>
      <Field
        label="Most warmup emails a day"
        hint={`Replies among them; at most ${warmupLimits.perDay}.`}
        error={errorOf('per_day')}
      >
        <NumberInput
          value={draft.per_day}
          onValueChange={set('per_day')}
          min={1}
          max={warmupLimits.perDay}
          unit="a day"
        />
      </Field>
      <Switch
        checked={draft.is_randomised}
        onCheckedChange={set('is_randomised')}
        label="Vary the number each day"
        hint="Drawn between the fewest and what cap and ramp allow."
      />
      {draft.is_randomised && (
        <Field label="Fewest warmup emails a day" error={errorOf('min_per_day')}>
          <NumberInput
            value={draft.min_per_day}
            onValueChange={set('min_per_day')}
            min={1}
            max={warmupLimits.perDay}
            unit="a day"
          />
        </Field>
      )}
      <Switch
        checked={draft.is_rampup_enabled}
        onCheckedChange={set('is_rampup_enabled')}
        label="Grow day by day"
        hint="The first day has 5."
      />
      {draft.is_rampup_enabled && (
        <Field label="More each day" error={errorOf('daily_rampup')}>
          <NumberInput
            value={draft.daily_rampup}
            onValueChange={set('daily_rampup')}
            min={1}
            max={warmupLimits.dailyRampup}
            unit="a day"
          />
        </Field>
      )}
    </>
  );
}

const rates = [
  { name: 'open_rate', label: 'Open rate', hint: 'Of those that arrive.' },
  { name: 'reply_rate', label: 'Reply rate', hint: 'Of those that arrive; only opened emails are answered.' },
  { name: 'important_rate', label: 'Marked as important', hint: 'Of those that are opened.' },
  { name: 'spam_rescue_rate', label: 'Rescued from spam', hint: 'Of those that land there.' },
] as const;

/** What partners do with the mails of this mailbox. */
export function WarmupRates({ draft, set, errorOf }: FieldsProps) {
  return (
    <Grid $min={180}>
      {rates.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={errorOf(name)}>
          <NumberInput value={draft[name]} onValueChange={set(name)} min={0} max={100} unit="%" />
        </Field>
      ))}
    </Grid>
  );
}
