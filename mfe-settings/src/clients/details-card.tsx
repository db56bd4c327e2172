import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { clientsContract } from '@skein/contracts/main/clients.contract';
import type { ClientPermission } from '@skein/contracts/permissions';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { ClientFields, type ClientChoices } from './client-fields';
import { useChangeClient, useSaving } from './clients.hooks';

export type Client = CallOutput<(typeof clientsContract)['endpoints']['readClient']>;

function LogoField({
  value,
  problem,
  onChange,
}: {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field
      label="Logo URL"
      optional
      hint="A PNG or JPEG, shown at the top of the client’s emailed reports."
      error={fieldError('Logo URL', problem === undefined ? undefined : { message: problem })}
    >
      <TextInput
        type="url"
        maxLength={2000}
        autoComplete="off"
        placeholder="https://"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** Name, address, logo, permissions and hidden categories of a client. */
export function DetailsCard({ client, writes }: { client: Client; writes: boolean }) {
  const { change } = useChangeClient(client.id);
  const first = {
    name: client.name,
    email: client.email,
    logo_url: client.logo_url ?? '',
    choices: {
      permission: client.permission as ClientPermission[],
      retricted_category: client.retricted_category,
      campaigns: [],
    } as ClientChoices,
  };
  const [value, setValue] = useState(first);
  const { busy, problems, run } = useSaving();
  const isChanged = JSON.stringify(value) !== JSON.stringify(first);
  const save = () =>
    run('Client saved', () =>
      change({
        name: value.name,
        email: value.email,
        logo_url: value.logo_url.trim() || null,
        permission: value.choices.permission,
        retricted_category: value.choices.retricted_category,
      }),
    );
  const other = problems['all'] ?? problems['retricted_category'];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Card title="Client" padded={false}>
        <CardBody>
          <fieldset disabled={!writes}>
            <Stack $gap={4}>
              <Field
                label="Name"
                error={fieldError('Name', problems['name'] === undefined ? undefined : { message: problems['name'] })}
              >
                <TextInput
                  maxLength={120}
                  autoComplete="off"
                  value={value.name}
                  onChange={(event) => setValue({ ...value, name: event.target.value })}
                />
              </Field>
              <Field
                label="Email"
                hint="A new address logs the client out everywhere."
                error={fieldError(
                  'Email',
                  problems['email'] === undefined ? undefined : { message: problems['email'] },
                )}
              >
                <TextInput
                  type="email"
                  autoComplete="off"
                  value={value.email}
                  onChange={(event) => setValue({ ...value, email: event.target.value })}
                />
              </Field>
              <LogoField
                value={value.logo_url}
                problem={problems['logo_url']}
                onChange={(logo_url) => setValue({ ...value, logo_url })}
              />
              <ClientFields
                withCampaigns={false}
                value={value.choices}
                onChange={(choices) => setValue({ ...value, choices })}
              />
              {other && (
                <Callout tone="danger" role="alert">
                  {other}
                </Callout>
              )}
            </Stack>
          </fieldset>
        </CardBody>
        <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
          {isChanged && (
            <Button variant="ghost" onClick={() => setValue(first)}>
              Undo changes
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            loading={busy}
            {...(!writes
              ? { disabledReason: 'Your role can view, not edit' }
              : isChanged
                ? {}
                : { disabledReason: 'Nothing was changed' })}
          >
            Save
          </Button>
        </CardFoot>
      </Card>
    </form>
  );
}
