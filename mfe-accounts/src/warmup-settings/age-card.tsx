import { useState } from 'react';
import { warmupAgeLimits, type WarmupPolicyView } from '@skein/contracts/warmup/warmup-policy.contract';
import { Button } from '@skein/ui/button';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Field, Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import type { PolicyChange } from './policy-change';

const choices = [
  { value: 'OFF', label: 'Do nothing' },
  { value: 'WARN', label: 'Warn in the launch check' },
  { value: 'HOLD', label: 'Send no campaign emails until then' },
] as const;

/** How many mailboxes are below the age, in words. */
function youngLine({ young, age_days: days }: Pick<WarmupPolicyView, 'young' | 'age_days'>): string {
  if (young.mailboxes === 0) return `Every mailbox has warmed up for ${counted(days, 'day')}.`;
  const used = young.in_campaigns > 0 ? `, ${young.in_campaigns.toLocaleString('en-US')} used by active campaigns` : '';
  return `${counted(young.mailboxes, 'mailbox is', 'mailboxes are')} below ${counted(days, 'day')} now${used}.`;
}

/** What happens with mailboxes that have not warmed up for long enough. */
export function AgeCard({
  policy,
  closed,
  isSaving,
  onSave,
}: {
  policy: WarmupPolicyView;
  closed: { disabledReason?: string };
  isSaving: boolean;
  onSave: (change: PolicyChange, done: string) => Promise<boolean>;
}) {
  const [gate, setGate] = useState(policy.age_gate);
  const [days, setDays] = useState<number | null>(policy.age_days);
  const isChanged = gate !== policy.age_gate || days !== policy.age_days;
  return (
    <Card title="Warmup age" padded={false}>
      <CardBody>
        <Stack $gap={4}>
          <RadioGroup
            aria-label="When a mailbox is below the warmup age"
            value={gate}
            onValueChange={setGate}
            options={choices}
          />
          {gate !== 'OFF' && (
            <Field
              label="Days of warmup"
              hint="Days on which the mailbox sent warmup emails; switching warmup off and on keeps them."
            >
              <div style={{ maxWidth: 160 }}>
                <NumberInput value={days} onValueChange={setDays} min={0} max={warmupAgeLimits.most} unit="days" />
              </div>
            </Field>
          )}
          <Hint>{youngLine(policy)}</Hint>
        </Stack>
      </CardBody>
      <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
        <Button
          variant="primary"
          loading={isSaving}
          {...(isChanged && days !== null ? closed : { disabledReason: closed.disabledReason ?? 'Nothing changed' })}
          onClick={() => void onSave({ age_gate: gate, age_days: days ?? policy.age_days }, 'Warmup age saved')}
        >
          Save
        </Button>
      </CardFoot>
    </Card>
  );
}
