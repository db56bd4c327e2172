import { useState } from 'react';
import type { Permission } from '@skein/contracts/permissions';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Checkbox } from '@skein/ui/checkbox';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { Select } from '@skein/ui/select';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { useClientChoices } from '../clients/clients.hooks';
import { useCreateApiKey } from './api-keys.hooks';
import { readingScopes, scopeGroups } from './key-scopes';

type Reach = 'all' | 'read' | 'chosen';
const day = 86_400_000;
const endings = { '': 'Never', '30': 'In 30 days', '90': 'In 90 days', '365': 'In 1 year' };
const limits = {
  '': '600 requests a minute',
  '60': '60 requests a minute',
  '120': '120 requests a minute',
  '300': '300 requests a minute',
};
const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

function useCreateKey() {
  const access = useAccess();
  const { create, isCreating } = useCreateApiKey();
  const [name, setName] = useState('');
  const [reach, setReach] = useState<Reach>('all');
  const [chosen, setChosen] = useState<Permission[]>([]);
  const [ending, setEnding] = useState('');
  const [limit, setLimit] = useState('');
  const [client, setClient] = useState('');
  const [problem, setProblem] = useState<{ name?: string; scopes?: string }>({});
  const [made, setMade] = useState<string | null>(null);
  const submit = async () => {
    setProblem({});
    if (name.trim() === '') return setProblem({ name: 'Name is required.' });
    if (reach === 'chosen' && chosen.length === 0) return setProblem({ scopes: 'Choose at least one scope.' });
    try {
      setMade(
        await create({
          name: name.trim(),
          ...(reach === 'all'
            ? {}
            : { scopes: reach === 'read' ? readingScopes.filter((scope) => access.may(scope)) : chosen }),
          ...(ending ? { expires_at: new Date(Date.now() + Number(ending) * day).toISOString() } : {}),
          ...(limit ? { requests_per_minute: Number(limit) } : {}),
          ...(client ? { client_id: Number(client) } : {}),
        }),
      );
    } catch (error) {
      setProblem({ name: problemOf(error).message });
    }
    return undefined;
  };
  const toggle = (scope: Permission, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, scope] : before.filter((each) => each !== scope)));
  return {
    ...{ name, setName, reach, setReach, chosen, toggle, ending, setEnding, limit, setLimit, client, setClient },
    ...{ problem, made, submit, isCreating },
  };
}

function Scopes({ chosen, toggle }: Pick<ReturnType<typeof useCreateKey>, 'chosen' | 'toggle'>) {
  const access = useAccess();
  return (
    <Grid $min={200} $gap={3}>
      {scopeGroups.map((group) => (
        <Stack key={group.label} $gap={2} role="group" aria-label={`Scopes: ${group.label}`}>
          <Text $weight="medium">{group.label}</Text>
          {group.scopes
            .filter((scope) => access.may(scope))
            .map((scope) => (
              <Checkbox
                key={scope}
                label={scope}
                checked={chosen.includes(scope)}
                onCheckedChange={(checked) => toggle(scope, checked)}
              />
            ))}
        </Stack>
      ))}
    </Grid>
  );
}

/** Names a key, says what it may be used for and until when, makes it, and shows it for copying. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const key = useCreateKey();
  const clients = useClientChoices();
  if (key.made)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="medium"
        title={`${key.name.trim()} is created`}
        description="Copy it now. It is kept sealed, and Show brings it back later."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <CodeBlock label="API key" wrap code={key.made} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="New API key"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={key.isCreating} onClick={() => void key.submit()}>
            Create key
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void key.submit();
        }}
      >
        <Stack>
          <Field label="Name" hint="What uses it: “CRM”, “nightly export”." error={key.problem.name ?? null}>
            <TextInput
              autoFocus
              maxLength={80}
              autoComplete="off"
              value={key.name}
              onChange={(event) => key.setName(event.target.value)}
            />
          </Field>
          {clients.length > 0 && (
            <Field label="Acts as" hint="A client’s key sees only what belongs to the client.">
              <Select
                value={key.client}
                onValueChange={key.setClient}
                options={[
                  { value: '', label: 'You' },
                  ...clients.map((client) => ({ value: String(client.id), label: client.name })),
                ]}
              />
            </Field>
          )}
          <Field label="Scopes" error={key.problem.scopes ?? null}>
            <RadioGroup
              aria-label="Scopes"
              value={key.reach}
              onValueChange={(value) => key.setReach(value as Reach)}
              options={[
                { value: 'all', label: 'Everything your role can do, except exporting the workspace' },
                { value: 'read', label: 'Read only' },
                { value: 'chosen', label: 'Only chosen scopes' },
              ]}
            />
          </Field>
          {key.reach === 'chosen' && <Scopes chosen={key.chosen} toggle={key.toggle} />}
          <Row $wrap $gap={3}>
            <Field label="Expires">
              <Select value={key.ending} onValueChange={key.setEnding} options={optionsOf(endings)} />
            </Field>
            <Field label="Limit">
              <Select value={key.limit} onValueChange={key.setLimit} options={optionsOf(limits)} />
            </Field>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
