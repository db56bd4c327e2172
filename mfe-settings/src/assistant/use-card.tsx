import { useState } from 'react';
import { costLimits } from '@skein/contracts/main/assistant.contract';
import { Button } from '@skein/ui/button';
import { formatDay } from '@skein/ui/calendar-days';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { Field, Hint } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Grow, Row, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Progress } from '@skein/ui/progress';
import type { Assistant, AssistantChange } from './assistant.hooks';

const purposes = { SORT: 'Sorting replies', DRAFT: 'Drafts', WHY: 'Questions' } as const;
const monthName = (month: string) => formatDay(month, 'en-US', { month: 'long', year: 'numeric' });
const count = (value: number) => value.toLocaleString('en-US');
const dollars = (value: number) =>
  value > 0 && value < 0.01
    ? 'less than $0.01'
    : `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

type Limits = Pick<Assistant, 'monthly_tokens' | 'price_in' | 'price_out' | 'monthly_cost'>;
const names = ['monthly_tokens', 'price_in', 'price_out', 'monthly_cost'] as const;

interface UseCardProps {
  assistant: Assistant;
  onSave: (change: AssistantChange) => Promise<string | null>;
}

/** What the model used and what that cost, by month and purpose, and the month's limits. */
export function UseCard({ assistant, onSave }: UseCardProps) {
  const { monthly_tokens, monthly_cost, tokens_this_month, cost_this_month } = assistant;
  const isUsedUp =
    (monthly_tokens !== null && tokens_this_month >= monthly_tokens) ||
    (monthly_cost !== null && cost_this_month >= monthly_cost);
  const tone = isUsedUp ? 'warning' : 'accent';
  return (
    <Card title="Usage and cost" padded={false}>
      <Stack $gap={4} style={{ padding: 'var(--s-4)' }}>
        {isUsedUp && (
          <Callout tone="warning" title="This month’s limit is used up.">
            Until next month, or until you raise the limit, rules sort replies and no drafts are written.
          </Callout>
        )}
        {monthly_tokens !== null && (
          <Progress
            label="Tokens this month"
            start="Tokens this month"
            end={`${count(tokens_this_month)} of ${count(monthly_tokens)}`}
            value={tokens_this_month}
            max={monthly_tokens}
            tone={tone}
          />
        )}
        {monthly_cost !== null && (
          <Progress
            label="Cost this month"
            start="Cost this month"
            end={`${dollars(cost_this_month)} of ${dollars(monthly_cost)}`}
            value={cost_this_month}
            max={monthly_cost}
            tone={tone}
          />
        )}
        <LimitFields assistant={assistant} onSave={onSave} />
      </Stack>
      {assistant.use.length > 0 ? (
        <CardList>
          {assistant.use.map((row) => (
            <li key={`${row.month} ${row.purpose}`}>
              <Grow>
                {purposes[row.purpose]}
                <Hint>{monthName(row.month)}</Hint>
              </Grow>
              <span>
                {count(row.tokens)} tokens, {count(row.requests)} {row.requests === 1 ? 'request' : 'requests'}
                <Hint style={{ textAlign: 'end' }}>{costText(row)}</Hint>
              </span>
            </li>
          ))}
        </CardList>
      ) : (
        <Hint style={{ padding: '0 var(--s-4) var(--s-4)' }}>No usage yet.</Hint>
      )}
    </Card>
  );
}

const costText = ({ cost, unpriced_tokens }: Assistant['use'][number]): string => {
  if (cost === null) return 'No price set';
  return unpriced_tokens > 0
    ? `${dollars(cost)}, excluding ${count(unpriced_tokens)} tokens used before you set a price`
    : dollars(cost);
};

/** The prices of the provider, and the limits; saved together. */
function LimitFields({ assistant, onSave }: UseCardProps) {
  const [edits, setEdits] = useState<Partial<Limits>>({});
  const given: Limits = { ...assistant, ...edits };
  const [problem, setProblem] = useState<string | null>(null);
  const changed = names.filter((name) => given[name] !== assistant[name]);
  const set = (name: (typeof names)[number]) => (value: number | null) => {
    setEdits({ ...edits, [name]: value });
    setProblem(null);
  };
  const save = async () => {
    const failure = await onSave(Object.fromEntries(changed.map((name) => [name, given[name]])));
    setProblem(failure);
    if (failure === null) setEdits({});
  };
  const price = { min: 0, max: costLimits.price, step: 0.1, decimals: 4, unit: 'USD' };
  return (
    <>
      <Row $gap={4} style={{ alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <Field label="Input price" hint="Per million tokens, from your provider’s price list.">
          <NumberInput value={given.price_in} onValueChange={set('price_in')} {...price} />
        </Field>
        <Field label="Output price" hint="Per million tokens. Costs are counted from now on.">
          <NumberInput value={given.price_out} onValueChange={set('price_out')} {...price} />
        </Field>
        <Field
          label="Monthly cost limit"
          hint="Needs both prices. Leave empty for no limit."
          error={fieldError('Monthly cost limit', problem === null ? undefined : { message: problem })}
        >
          <NumberInput
            value={given.monthly_cost}
            onValueChange={set('monthly_cost')}
            min={0.01}
            max={costLimits.month}
            step={5}
            decimals={2}
            unit="USD"
          />
        </Field>
        <Field label="Monthly token limit" hint="Leave empty for no limit.">
          <NumberInput
            value={given.monthly_tokens}
            onValueChange={set('monthly_tokens')}
            min={1_000}
            max={2_000_000_000}
            step={10_000}
            unit="tokens"
          />
        </Field>
      </Row>
      <Row>
        <Button
          onClick={() => void save()}
          {...(changed.length === 0 ? { disabledReason: 'Nothing was changed' } : {})}
        >
          Save prices and limits
        </Button>
      </Row>
    </>
  );
}
