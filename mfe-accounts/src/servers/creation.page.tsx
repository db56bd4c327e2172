import { useState, type FormEvent } from 'react';
import { serverLimits, type serverLocations } from '@skein/contracts/smart-servers/server-limits';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Simulated } from './parts';
import { GroupCard, ServersCard, type OrderForm } from './order-cards';
import { Columns, OrderSummary } from './order-summary';
import { base, useGroups, useOrder, useServerRights } from './servers.hooks';

interface Problem {
  message: string;
  details?: readonly { field: string; message: string }[];
}

/** Orders a group of servers: the owner's page. */
export function CreationPage() {
  usePage([{ label: 'SmartServers', to: `/app${base}` }, { label: 'Order servers' }]);
  const { isSandbox, cloud, isLoading, problem: unread } = useGroups();
  const { planRefusal } = useServerRights();
  const { order, isSaving } = useOrder();
  const [form, setForm] = useState<OrderForm>({ name: '', domain: '', location: 'nbg1', servers: '1', client: '0' });
  const [limit, setLimit] = useState<number | null>(serverLimits.dailyLimit);
  const [problem, setProblem] = useState<Problem | null>(null);
  const set = (field: keyof OrderForm) => (value: string) => setForm({ ...form, [field]: value });
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
            <GroupCard form={form} set={set} errorOf={errorOf} />
            <ServersCard form={form} set={set} errorOf={errorOf} limit={limit} onLimitChange={setLimit} />
          </Stack>
          <OrderSummary servers={servers} limit={limit} isSandbox={isSandbox} />
        </Columns>
      </PageBody>
    </form>
  );
}
