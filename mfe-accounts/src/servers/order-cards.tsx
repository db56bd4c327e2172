import { serverLimits, serverLocations } from '@skein/contracts/smart-servers/server-limits';
import { Card, CardBody } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Segmented } from '@skein/ui/segmented';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { rampLine } from './ramp-line';
import { useClients } from './servers.hooks';

/** An order of servers as it is typed. */
export interface OrderForm {
  name: string;
  domain: string;
  location: string;
  servers: string;
  client: string;
}

interface CardProps {
  form: OrderForm;
  set: (field: keyof OrderForm) => (value: string) => void;
  errorOf: (field: string) => { error?: string };
}

/** What the servers are for. */
export function GroupCard({ form, set, errorOf }: CardProps) {
  const clients = useClients();
  return (
    <Card padded={false} title="Group">
      <CardBody>
        <Stack $gap={3}>
          <Field label="Group name" required {...errorOf('name')}>
            <TextInput value={form.name} maxLength={100} onChange={(event) => set('name')(event.target.value)} />
          </Field>
          <Field
            label="Sending domain"
            required
            hint="The domain of the mailboxes that send through these servers. You publish four DNS records there."
            {...errorOf('domain')}
          >
            <TextInput
              value={form.domain}
              maxLength={200}
              placeholder="outreach-acme.com"
              onChange={(event) => set('domain')(event.target.value)}
            />
          </Field>
          {clients.length > 0 && (
            <Field label="Client" hint="The group serves the campaigns of one client.">
              <Select
                value={form.client}
                onValueChange={set('client')}
                options={[
                  { value: '0', label: 'No client' },
                  ...clients.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            </Field>
          )}
        </Stack>
      </CardBody>
    </Card>
  );
}

/** How many servers, where, and how much each sends. */
export function ServersCard({
  form,
  set,
  errorOf,
  limit,
  onLimitChange,
}: CardProps & { limit: number | null; onLimitChange: (limit: number | null) => void }) {
  return (
    <Card padded={false} title="Servers">
      <CardBody>
        <Stack $gap={3}>
          <Field label="Number of servers" hint="Each has an IP address of its own. Emails rotate between them.">
            <div>
              <Segmented
                label="Number of servers"
                value={form.servers}
                onValueChange={set('servers')}
                items={['1', '2', '3', '4'].map((id) => ({ id, label: id }))}
              />
            </div>
          </Field>
          <Field label="Location">
            <Select
              value={form.location}
              onValueChange={set('location')}
              options={serverLocations.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <Field
            label="Daily limit per server"
            hint={limit === null ? 'From 50 to 20,000 emails' : rampLine(limit)}
            {...errorOf('daily_limit')}
          >
            <div style={{ maxWidth: 200 }}>
              <NumberInput
                value={limit}
                onValueChange={onLimitChange}
                min={serverLimits.lowestDailyLimit}
                max={serverLimits.highestDailyLimit}
                step={100}
                unit="emails"
              />
            </div>
          </Field>
        </Stack>
      </CardBody>
    </Card>
  );
}
