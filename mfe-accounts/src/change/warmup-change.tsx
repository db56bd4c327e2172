import { warmupLimits } from '@skein/contracts/warmup/warmup.contract';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import type { WarmupChoice } from './change-form';

const switches = [
  { name: 'enabled', label: 'Warmup' },
  { name: 'is_rampup_enabled', label: 'Grow day by day' },
  { name: 'is_randomised', label: 'Vary the number each day' },
  { name: 'weekdays_only', label: 'Weekdays only' },
  { name: 'auto_adjust', label: 'Adjust automatically' },
  { name: 'uses_tracking_domain', label: 'Own tracking domain' },
] as const;

const numbers = [
  { name: 'per_day', label: 'Most a day', least: 1, most: warmupLimits.perDay },
  { name: 'min_per_day', label: 'Fewest a day', least: 1, most: warmupLimits.perDay },
  { name: 'daily_rampup', label: 'More each day', least: 1, most: warmupLimits.dailyRampup },
  { name: 'open_rate', label: 'Open rate, %', least: 0, most: 100 },
  { name: 'reply_rate', label: 'Reply rate, %', least: 0, most: warmupLimits.replyRate },
  { name: 'important_rate', label: 'Marked important, %', least: 0, most: 100 },
  { name: 'spam_rescue_rate', label: 'Rescued from spam, %', least: 0, most: 100 },
] as const;

const kept = [
  { value: 'keep', label: 'Keep' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

/** Every warmup setting; what is left at Keep stays as each mailbox has it. */
export function WarmupChange({ warmup, onChange }: { warmup: WarmupChoice; onChange: (warmup: WarmupChoice) => void }) {
  return (
    <Stack $gap={3}>
      <Grid $min={150}>
        {switches.map(({ name, label }) => (
          <Field key={name} label={label}>
            <Select
              aria-label={label}
              value={warmup[name] === null ? 'keep' : warmup[name] ? 'on' : 'off'}
              onValueChange={(value) => onChange({ ...warmup, [name]: value === 'keep' ? null : value === 'on' })}
              options={[...kept]}
            />
          </Field>
        ))}
        {numbers.map(({ name, label, least, most }) => (
          <Field key={name} label={label}>
            <NumberInput
              value={warmup[name]}
              onValueChange={(value) => onChange({ ...warmup, [name]: value })}
              min={least}
              max={most}
              placeholder="Keep"
            />
          </Field>
        ))}
        <Field label="Tag in subjects">
          <Select
            aria-label="Tag in subjects"
            value={warmup.key_tag === null ? 'keep' : 'set'}
            onValueChange={(value) => onChange({ ...warmup, key_tag: value === 'keep' ? null : '' })}
            options={[
              { value: 'keep', label: 'Keep' },
              { value: 'set', label: 'Set or remove' },
            ]}
          />
        </Field>
      </Grid>
      {warmup.key_tag !== null && (
        <Field label="New tag" hint="Leave empty to remove it.">
          <TextInput
            value={warmup.key_tag}
            onChange={(event) => onChange({ ...warmup, key_tag: event.target.value })}
            maxLength={40}
            spellCheck={false}
            autoComplete="off"
          />
        </Field>
      )}
    </Stack>
  );
}
