import { counted } from '@skein/ui/counted';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { CostLine } from '../fees';
import { ActivateDialog } from './activate-dialog';
import { CampaignField } from './client-fields';
import { ClientStatus } from './clients-list.page';
import { effectOfDeactivation } from './deactivation';
import { useChangeClient, useClient, useClientActions, useSaving } from './clients.hooks';
import { CreditsCard } from './credits-card';
import { DetailsCard, type Client } from './details-card';

const optionsOf = (client: Client) =>
  client.campaign_list.map((campaign) => ({ value: String(campaign.id), label: campaign.name }));

function CampaignsCard({ client, writes }: { client: Client; writes: boolean }) {
  const { setCampaigns } = useChangeClient(client.id);
  const [chosen, setChosen] = useState<ReturnType<typeof optionsOf> | null>(null);
  const { busy, problems, run } = useSaving();
  const value = chosen ?? optionsOf(client);
  const save = () =>
    run('Campaigns saved', async () => {
      await setCampaigns(value.map((option) => Number(option.value)));
      setChosen(null);
    });
  return (
    <Card title="Its campaigns" detail={client.campaigns.toLocaleString('en-US')} padded={false}>
      <CardBody>
        <Stack $gap={4}>
          <CampaignField
            value={value}
            onChange={(next) => {
              if (writes) setChosen([...next]);
            }}
          />
          {Object.values(problems)[0] && (
            <Callout tone="danger" role="alert">
              {Object.values(problems)[0]}
            </Callout>
          )}
        </Stack>
      </CardBody>
      <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
        {chosen && (
          <Button variant="ghost" onClick={() => setChosen(null)}>
            Undo changes
          </Button>
        )}
        <Button
          variant="primary"
          loading={busy}
          onClick={() => void save()}
          {...(!writes
            ? { disabledReason: 'Your role can view, not edit' }
            : chosen
              ? {}
              : { disabledReason: 'Nothing was changed' })}
        >
          Save campaigns
        </Button>
      </CardFoot>
    </Card>
  );
}

/** What a client is called and allowed to do, beside what it has. */
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: var(--s-4);
  align-items: start;
  @media (max-width: 1100px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** /app/client-views/{id} */
export function ClientPage() {
  const clientId = Number(useParams()['clientId']);
  const access = useAccess();
  const { client, isGone, problem } = useClient(clientId);
  const { setStatus, mailPassword } = useClientActions();
  const [asked, setAsked] = useState<'activate' | 'deactivate' | null>(null);
  usePage([{ label: 'Client views', to: '/app/client-views' }, { label: client?.name ?? 'Client' }]);
  if (isGone) return <NotFoundPage />;
  const writes = access.may('client.write');
  const actions =
    client &&
    writes &&
    (client.status === 'active' ? (
      <>
        <Button icon="mail" onClick={() => void mailPassword(client)}>
          Email a password link
        </Button>
        <Button variant="danger" onClick={() => setAsked('deactivate')}>
          Deactivate
        </Button>
      </>
    ) : (
      <Button variant="primary" onClick={() => setAsked('activate')}>
        Activate
      </Button>
    ));
  return (
    <>
      <PageHeader
        title={client?.name ?? 'Client'}
        {...(client ? { status: <ClientStatus status={client.status} /> } : {})}
        actions={actions}
      />
      <PageBody $well>
        <Stack $gap={4}>
          {problem && <LoadProblem title="The client could not be loaded." {...problem} />}
          {!client && !problem && <Loading label="Loading the client" />}
          {client && !client.has_login && client.status === 'active' && (
            <Callout tone="info" title="This client can’t log in yet.">
              We emailed a link to {client.email} that confirms the address. You can send another one to set a password.
            </Callout>
          )}
          {client && (
            <Columns>
              <DetailsCard
                key={`${client.name} ${client.email} ${client.logo_url} ${client.permission.join()} ${client.retricted_category.join()}`}
                client={client}
                writes={writes}
              />
              <Stack $gap={4}>
                <CreditsCard
                  key={`${client.credits.leads_assigned} ${client.credits.emails_assigned}`}
                  client={client}
                  writes={writes}
                />
                <CampaignsCard client={client} writes={writes} />
                <Hint>
                  {counted(client.leads, 'lead')} in its campaigns, {counted(client.mailboxes, 'mailbox', 'mailboxes')}{' '}
                  assigned to it.
                </Hint>
                {client.status === 'active' && <CostLine kind="client" />}
              </Stack>
            </Columns>
          )}
        </Stack>
      </PageBody>
      {client && asked === 'activate' && (
        <ActivateDialog client={client} onConfirm={() => setStatus(client, 'active')} onClose={() => setAsked(null)} />
      )}
      {client && asked === 'deactivate' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={`Deactivate ${client.name}`}
          confirmLabel="Deactivate"
          description={effectOfDeactivation(client.campaigns)}
          onConfirm={() => setStatus(client, 'deactivated')}
        />
      )}
    </>
  );
}
