import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { formatDay } from '@skein/ui/calendar-days';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { Field, Hint } from '@skein/ui/field';
import { Grow, Row, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Progress } from '@skein/ui/progress';
import type { Assistant } from './assistant.hooks';

const purposes = { SORT: 'Sorting replies', DRAFT: 'Drafts', WHY: 'Questions' } as const;
const monthName = (month: string) => formatDay(month, 'en-US', { month: 'long', year: 'numeric' });
const count = (value: number) => value.toLocaleString('en-US');

/** What the model used, by month and purpose, and the month's limit. */
export function UseCard({
  assistant,
  onSave,
}: {
  assistant: Assistant;
  onSave: (limit: number | null) => Promise<string | null>;
}) {
  const [limit, setLimit] = useState(assistant.monthly_tokens);
  const [problem, setProblem] = useState<string | null>(null);
  const isUsedUp = assistant.monthly_tokens !== null && assistant.tokens_this_month >= assistant.monthly_tokens;
  return (
    <Card title="Usage" padded={false}>
      <Stack $gap={4} style={{ padding: 'var(--s-4)' }}>
        {isUsedUp && (
          <Callout tone="warning" title="The limit of this month is used up.">
            Rules sort replies until the month ends or the limit is raised.
          </Callout>
        )}
        {assistant.monthly_tokens !== null && (
          <Progress
            label="Tokens this month"
            start="Tokens this month"
            end={`${count(assistant.tokens_this_month)} of ${count(assistant.monthly_tokens)}`}
            value={assistant.tokens_this_month}
            max={assistant.monthly_tokens}
            tone={isUsedUp ? 'warning' : 'accent'}
          />
        )}
        <Row $gap={3} style={{ alignItems: 'flex-end', flexWrap: 'wrap' }}>
          <Field
            label="Tokens a month"
            hint="Leave empty for no limit. Your provider bills you by tokens."
            error={problem ?? undefined}
          >
            <NumberInput
              value={limit}
              onValueChange={setLimit}
              min={1_000}
              max={2_000_000_000}
              step={10_000}
              unit="tokens"
            />
          </Field>
          <Button
            onClick={() => void onSave(limit).then(setProblem)}
            {...(limit === assistant.monthly_tokens ? { disabledReason: 'Nothing was changed' } : {})}
          >
            Save limit
          </Button>
        </Row>
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
