import { useState, type FormEvent } from 'react';
import { rampLine } from './ramp-line';
import { serverLimits, serverLocations } from '@skein/contracts/smart-servers/server-limits';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { NumberInput } from '@skein/ui/number-input';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { Simulated } from './parts';
import { Columns, OrderSummary } from './order-summary';
import { base, useClients, useGroups, useOrder, useServerRights } from './servers.hooks';

interface Problem {
  message: string;
  details?: readonly { field: string; message: string }[];
}

/** Orders a group of servers: the owner's page. */
export function CreationPage() {
  usePage([{ label: 'SmartServers', to: `/app${base}` }, { label: 'Order servers' }]);
  const { isSandbox, cloud, isLoading, problem: unread } = useGroups();
  const { planRefusal } = useServerRights();
  const clients = useClients();
  const { order, isSaving } = useOrder();
  const [form, setForm] = useState({ name: '', domain: '', location: 'nbg1', servers: '1', client: '0' });
  const [limit, setLimit] = useState<number | null>(serverLimits.dailyLimit);
  const [problem, setProblem] = useState<Problem | null>(null);
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const errorOf = (field: string) => {
    const found = problem?.details?.find((each) => each.field === field || each.field === `body.${field}`);
    return found ? { error: `${field === 'daily_limit' ? 'The daily limit' : 'This'} ${found.message}` } : {};
  };
  const servers = Number(form.servers);
  const isReady = form.name.trim() !== '' && form.domain.trim() !== '' && limit !== null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setProblem(null);
    void order({
      name: form.name,
      domain: form.domain,
      location: form.location as (typeof serverLocations)[number]['id'],
      servers,
      client_id: form.client === '0' ? null : Number(form.client),
      daily_limit: limit,
    }).catch((error: unknown) => setProblem(error as Problem));
  };
  return (
    <form onSubmit={save} style={{ display: 'contents' }}>
      <PageHeader
        title="Order servers"
        status={<Simulated isSandbox={isSandbox} />}
        actions={
          <>
            <Button href={`/app${base}`}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              loading={isSaving}
              disabled={!isReady || cloud === null || planRefusal !== null}
            >
              Continue to payment
            </Button>
          </>
        }
      />
      <PageBody $well>
        <Columns>
          <Stack $gap={4}>
            {unread && cloud === null && <LoadProblem title="The offer of servers could not be loaded." {...unread} />}
            {!isLoading && !unread && cloud === null && (
              <Callout tone="warning" title="Servers cannot be ordered yet">
                No cloud is set up on this installation. Its operator sets HETZNER_API_TOKEN.
              </Callout>
            )}
            {planRefusal && (
              <Callout
                tone="warning"
                title={planRefusal.reason}
                actions={<Button href="/app/settings/subscription">See plans</Button>}
              >
                {planRefusal.unlock}
              </Callout>
            )}
            {problem && !problem.details?.length && (
              <Callout tone="danger" role="alert" title="The servers were not ordered">
                {problem.message}
              </Callout>
            )}
            <Card padded={false} title="Group">
              <CardBody>
                <Stack $gap={3}>
                  <Field label="Group name" required {...errorOf('name')}>
                    <TextInput
                      value={form.name}
                      maxLength={100}
                      onChange={(event) => set('name')(event.target.value)}
                    />
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
            <Card padded={false} title="Servers">
              <CardBody>
                <Stack $gap={3}>
                  <Field
                    label="Number of servers"
                    hint="Each has an IP address of its own. Emails rotate between them."
                  >
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
                        onValueChange={setLimit}
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
          </Stack>
          <OrderSummary servers={servers} limit={limit} isSandbox={isSandbox} />
        </Columns>
      </PageBody>
    </form>
  );
}
