import { useState } from 'react';
import { draftSettingBounds } from '@skein/contracts/main/assistant.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { Slider } from '@skein/ui/slider';
import { Switch } from '@skein/ui/switch';
import { Text } from '@skein/ui/text';
import type { Assistant, AssistantChange, Category } from './assistant.hooks';

/** Categories whose replies no rule answers: Do Not Contact and Out Of Office. */
const unanswered = new Set([4, 6]);

/** Minutes on offer; the API sets any from 5 to 1,440. */
const offeredMinutes = [draftSettingBounds.leastMinutes, 10, 15, 30, 60, 120, 240, draftSettingBounds.mostMinutes];
const waitName = (minutes: number): string =>
  minutes % 60 > 0 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`;

/** Whether drafts leave by themselves, to which replies, and how long anybody has to stop one. Saved as it is chosen. */
export function AnswerRuleCard({
  assistant,
  categories,
  onSave,
}: {
  assistant: Assistant;
  categories: readonly Category[];
  onSave: (change: AssistantChange, done: string) => Promise<string | null>;
}) {
  const [confidence, setConfidence] = useState(assistant.draft_min_confidence);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (change: AssistantChange, done: string) => setProblem(await onSave(change, done));
  const waits = [...new Set([...offeredMinutes, assistant.draft_delay_minutes])]
    .sort((one, other) => one - other)
    .map((minutes) => ({ value: String(minutes), label: waitName(minutes) }));
  const chosen = new Set(assistant.draft_category_ids);
  const offered = categories.filter((category) => !unanswered.has(category.id));
  const toggle = (id: number, isOn: boolean) =>
    void save(
      {
        draft_category_ids: offered
          .map((category) => category.id)
          .filter((each) => (each === id ? isOn : chosen.has(each))),
      },
      'Categories saved',
    );
  const isIdle = assistant.sends_drafts && (!assistant.sorts_replies || chosen.size === 0);
  return (
    <Card title="Send answers automatically">
      <Stack $gap={4}>
        <Switch
          label="Send the AI’s answer unless someone on the team cancels it"
          hint="The answer waits in the conversation with a countdown. A new email, your own answer, another category or an unsubscribe cancels it. Only one is sent until a person replies."
          checked={assistant.sends_drafts}
          onCheckedChange={(checked) =>
            void save(
              { sends_drafts: checked },
              checked ? 'Answers are sent automatically' : 'Answers are no longer sent',
            )
          }
        />
        {isIdle && (
          <Callout tone="warning" title="No replies are answered yet.">
            {assistant.sorts_replies
              ? 'Choose at least one category.'
              : 'Let the model choose the category of each reply.'}
          </Callout>
        )}
        <div role="group" aria-label="Replies it answers">
          <Text as="p" $weight="medium" style={{ marginBottom: 'var(--s-2)' }}>
            Replies it answers
          </Text>
          <Row $gap={4} style={{ flexWrap: 'wrap' }}>
            {offered.map((category) => (
              <Checkbox
                key={category.id}
                label={category.name}
                checked={chosen.has(category.id)}
                onCheckedChange={(checked) => toggle(category.id, checked)}
              />
            ))}
          </Row>
        </div>
        <Field label="Wait before sending" hint="Until then anyone on the team can cancel the answer.">
          <Select
            value={String(assistant.draft_delay_minutes)}
            onValueChange={(value) => void save({ draft_delay_minutes: Number(value) }, 'Wait saved')}
            options={waits}
          />
        </Field>
        <DailyLimit assistant={assistant} onSave={save} />
        <Field
          label={`Confidence: ${confidence}%`}
          hint="Only replies whose category the model is at least this sure of."
        >
          <Slider
            min={draftSettingBounds.leastConfidence}
            max={draftSettingBounds.mostConfidence}
            value={confidence}
            onValueChange={setConfidence}
            onValueCommit={(value) => void save({ draft_min_confidence: value }, 'Confidence saved')}
            valueText={(value) => `${value} percent`}
            ends={['More answers', 'Fewer answers']}
          />
        </Field>
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <Hint>Answers come from the conversation and the knowledge below. Each is listed in the change history.</Hint>
      </Stack>
    </Card>
  );
}

interface DailyLimitProps {
  assistant: Assistant;
  onSave: (change: AssistantChange, done: string) => Promise<void>;
}

/** The limit on automatic answers in 24 hours. */
function DailyLimit({ assistant, onSave }: DailyLimitProps) {
  const { draft_daily_limit: kept, drafts_last_day: sent } = assistant;
  const [limit, setLimit] = useState<number | null>(kept);
  return (
    <Row $gap={3} style={{ alignItems: 'flex-end', flexWrap: 'wrap' }}>
      <Field
        label="Daily limit"
        hint={
          sent >= kept
            ? `Limit reached: ${sent} sent in the last 24 hours. Further replies wait for a person.`
            : `${sent} of ${kept} sent in the last 24 hours. Once the limit is reached, replies wait for a person.`
        }
      >
        <NumberInput value={limit} onValueChange={setLimit} min={1} max={draftSettingBounds.mostADay} unit="answers" />
      </Field>
      <Button
        onClick={() => void onSave({ draft_daily_limit: limit ?? kept }, 'Limit saved')}
        {...(limit === null
          ? { disabledReason: 'Enter a number from 1 to 1,000' }
          : limit === kept
            ? { disabledReason: 'Nothing was changed' }
            : {})}
      >
        Save limit
      </Button>
    </Row>
  );
}
