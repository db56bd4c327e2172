import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { counted } from '@skein/ui/counted';
import { Field, Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { RadioGroup } from '@skein/ui/radio-group';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { useRuleForm } from './client-rules.hooks';

const boxes = (count: number) => counted(count, 'mailbox', 'mailboxes');

/** A new rule: what it is about, whose mailboxes they become, and which exist already. */
export function RuleCard() {
  const { form, change, rule, preview, isCounting, clients, tags, hasLoaded, save, isAdding, problem } = useRuleForm();
  if (hasLoaded && clients.length === 0)
    return (
      <Callout tone="info" title="There is no client yet.">
        Add one under <Link href="/app/client-views">Client views</Link>, then give mailboxes to it here.
      </Callout>
    );
  return (
    <Card title="Add a rule">
      <Stack $gap={4}>
        <RadioGroup
          direction="row"
          aria-label="A rule about"
          value={form.by}
          onValueChange={(by) => change({ by })}
          options={[
            { value: 'domain', label: 'A domain' },
            { value: 'tag', label: 'A tag' },
          ]}
        />
        <Grid $min={220}>
          {form.by === 'domain' ? (
            <Field label="Domain" hint="The part of the address after the @.">
              <TextInput
                maxLength={253}
                placeholder="company.com"
                value={form.domain}
                onChange={(event) => change({ domain: event.target.value.trim() })}
              />
            </Field>
          ) : (
            <Field label="Tag">
              <Select
                value={form.tagId}
                onValueChange={(tagId) => change({ tagId })}
                options={tags.map((tag) => ({ value: String(tag.id), label: tag.name }))}
              />
            </Field>
          )}
          <Field label="Client">
            <Select
              value={form.clientId}
              onValueChange={(clientId) => change({ clientId })}
              options={clients.map((client) => ({ value: String(client.id), label: client.name }))}
            />
          </Field>
        </Grid>
        {preview && !isCounting && (
          <Stack $gap={2} role="status">
            {preview.without_client > 0 ? (
              <Checkbox
                label={`Assign ${boxes(preview.without_client)} without a client now`}
                hint={preview.examples.join(', ')}
                checked={form.isForExisting}
                onCheckedChange={(isForExisting) => change({ isForExisting })}
              />
            ) : (
              <Hint>No connected mailbox without a client matches.</Hint>
            )}
            {preview.of_this_client > 0 && <Hint>{boxes(preview.of_this_client)} already with this client.</Hint>}
            {preview.of_others > 0 && (
              <Hint>
                {preview.of_others === 1
                  ? '1 mailbox stays with another client.'
                  : `${boxes(preview.of_others)} stay with other clients.`}
              </Hint>
            )}
          </Stack>
        )}
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <Row $justify="end">
          <Button
            variant="primary"
            loading={isAdding}
            onClick={() => void save()}
            {...(rule ? {} : { disabledReason: 'Choose a domain or a tag, and a client' })}
          >
            Add rule
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
