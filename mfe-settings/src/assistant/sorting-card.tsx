import { useState } from 'react';
import { confidenceLimits } from '@skein/contracts/main/assistant.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Checkbox } from '@skein/ui/checkbox';
import { counted } from '@skein/ui/counted';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Slider } from '@skein/ui/slider';
import { Switch } from '@skein/ui/switch';
import { Text } from '@skein/ui/text';
import { TextArea } from '@skein/ui/text-area';
import { useTrial, type Assistant, type AssistantChange, type Category, type Sorted } from './assistant.hooks';

interface SortingCardProps {
  assistant: Assistant;
  categories: readonly Category[];
  onSave: (change: AssistantChange, done: string) => Promise<string | null>;
}

/** Whether the model sorts replies, how sure it has to be, and into what. Saved as it is chosen. */
export function SortingCard({ assistant, categories, onSave }: SortingCardProps) {
  const [confidence, setConfidence] = useState(assistant.min_confidence);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (change: AssistantChange, done: string) => setProblem(await onSave(change, done));
  const chosen = new Set(assistant.category_ids ?? categories.map((category) => category.id));
  const toggle = (id: number, isOn: boolean) => {
    const next = categories.map((category) => category.id).filter((each) => (each === id ? isOn : chosen.has(each)));
    void save({ category_ids: next.length === categories.length ? null : next }, 'Categories saved');
  };
  return (
    <Card title="Sort replies">
      <Stack $gap={4}>
        <Switch
          label="Let the model choose the category of each reply"
          hint="Requests to unsubscribe are always found by rules and count at once. What a person chose is never changed."
          checked={assistant.sorts_replies}
          onCheckedChange={(checked) =>
            void save(
              { sorts_replies: checked },
              checked ? 'The model sorts replies from now on' : 'Rules sort replies from now on',
            )
          }
        />
        <Measured service={assistant.service} categories={categories} />
        <Field
          label={`Confidence: ${confidence}%`}
          hint="Below this the rules decide. Replies that neither can place get “Uncategorizable by Ai”."
        >
          <Slider
            min={confidenceLimits.least}
            max={confidenceLimits.most}
            value={confidence}
            onValueChange={setConfidence}
            onValueCommit={(value) => void save({ min_confidence: value }, 'Confidence saved')}
            valueText={(value) => `${value} percent`}
            ends={['More by the model', 'More by rules']}
          />
        </Field>
        <div role="group" aria-label="Categories the model may choose">
          <Text as="p" $weight="medium" style={{ marginBottom: 'var(--s-2)' }}>
            Categories the model may choose
          </Text>
          <Row $gap={4} style={{ flexWrap: 'wrap' }}>
            {categories.map((category) => (
              <Checkbox
                key={category.id}
                label={category.name}
                checked={chosen.has(category.id)}
                onCheckedChange={(checked) => toggle(category.id, checked)}
                {...(chosen.size === 1 && chosen.has(category.id) ? { disabled: true } : {})}
              />
            ))}
          </Row>
          <Hint>
            Describe your own categories under Lead categories, so that the model knows when a reply belongs there.
          </Hint>
        </div>
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <Trial categories={categories} />
      </Stack>
    </Card>
  );
}

/** How the model compares with the rules: only one that is worse in no category sorts from the start. */
function Measured({ service, categories }: Pick<SortingCardProps, 'categories'> & Pick<Assistant, 'service'>) {
  if (!service || service.is_sandbox) return null;
  const { model, measurement } = service;
  if (!measurement)
    return <Hint>{`${model} has not been compared with the rules, so it doesn’t sort until you turn it on.`}</Hint>;
  const when = `${model} was compared with the rules on ${counted(measurement.replies, 'reply', 'replies')}`;
  const names = measurement.worse_in.map((id) => categories.find((category) => category.id === id)?.name ?? String(id));
  return (
    <Hint>
      {names.length === 0
        ? `${when}: as good or better in every category.`
        : `${when}: the rules are better for ${names.join(', ')}.`}
    </Hint>
  );
}

function Trial({ categories }: { categories: readonly Category[] }) {
  const [reply, setReply] = useState('');
  const { sorted, problem, isLoading, run } = useTrial();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reply.trim() !== '') void run(reply.trim());
      }}
    >
      <Stack $gap={2}>
        <Field label="Try a reply" hint="Costs the tokens of one reply; nothing is saved.">
          <TextArea
            rows={3}
            maxLength={5_000}
            value={reply}
            onChange={(event) => setReply(event.target.value)}
            placeholder="Sounds good. Could you send the price list for 40 seats?"
          />
        </Field>
        <Row $gap={3} style={{ flexWrap: 'wrap' }}>
          <Button
            type="submit"
            loading={isLoading}
            {...(reply.trim() === '' ? { disabledReason: 'Enter a reply first' } : {})}
          >
            Sort this reply
          </Button>
          {sorted && <Result sorted={sorted} categories={categories} />}
        </Row>
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </Stack>
    </form>
  );
}

function Result({ sorted, categories }: { sorted: Sorted; categories: readonly Category[] }) {
  const name = categories.find((category) => category.id === sorted.category_id)?.name;
  return (
    <div role="status">
      <Row $gap={2} style={{ flexWrap: 'wrap' }}>
        <CategoryBadge
          id={sorted.category_id}
          name={name ?? (sorted.category_id === 8 ? 'Uncategorizable by Ai' : 'None')}
        />
        <Text $tone="muted">
          {sorted.by === 'AI' ? `by the model, ${sorted.confidence ?? 0}% sure` : 'by rules'}
          {sorted.words ? `: “${sorted.words}”` : ''}
        </Text>
      </Row>
      {sorted.because && <Hint>{sorted.because}</Hint>}
    </div>
  );
}
