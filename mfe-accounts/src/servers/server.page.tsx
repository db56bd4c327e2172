import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ServerDetails } from '@skein/contracts/smart-servers/server-shapes';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Redirect } from '@skein/mfe/redirect';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { Stack } from '@skein/ui/layout';
import { Menu } from '@skein/ui/menu';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { LoadProblem } from '@skein/ui/load-problem';
import { TwoColumns } from '../mailbox/card-parts';
import { AwaitingPayment } from './awaiting-payment';
import { CampaignsOfGroup, RotationCard } from './group-parts';
import { IdentityCard, ListsCard, ProvidersCard, RegistrationCard, ServerFigures, VolumeChart } from './ip-cards';
import { ServerState, Simulated } from './parts';
import { RampChart, RecordsCard, StepsCard } from './setup-cards';
import { base, useGroups, useServer, useServerActions, useServerRights } from './servers.hooks';
import { isSetUp } from './server-labels';

/** The address without a server: the one that was just paid for (`?group=`), else the first one that is being set up. */
export function ProvisioningIndexPage() {
  usePage([{ label: 'SmartServers', to: `/app${base}` }, { label: 'Setup' }]);
  const { groups, isLoading, problem } = useGroups();
  const [params] = useSearchParams();
  const paidGroup =
    params.get('returned') === 'paid' ? groups.find(({ id }) => String(id) === params.get('group')) : undefined;
  const isReturned = paidGroup !== undefined && paidGroup.awaiting_payment !== null;
  const candidates = (paidGroup ? [paidGroup] : groups).flatMap(({ servers }) => servers);
  const setUpSince = isReturned ? undefined : paidGroup?.servers.at(-1);
  const next = candidates.find(({ status }) => status === 'PROVISIONING') ?? setUpSince;
  if (next) return <Redirect to={`${base}/ip-provisioning/${next.id}`} />;
  return (
    <>
      <PageHeader title="Setup" />
      <PageBody $well>
        {problem && <LoadProblem title="Could not load servers" {...problem} />}
        {isLoading && (
          <Loading label="Loading servers">
            <SkeletonRows rows={4} />
          </Loading>
        )}
        {isReturned && (
          <Callout tone="info" role="status" title="The payment is being confirmed">
            Setup starts within seconds of the confirmation. You can leave this page.
          </Callout>
        )}
        {!isLoading && !problem && !isReturned && (
          <EmptyState
            icon="server"
            title="No server is being set up"
            actions={<Button href={`/app${base}`}>Show all servers</Button>}
          >
            The steps of a server that was ordered appear here.
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}

/** One server: its setup while that runs, then its address. Both addresses show whichever is true. */
export function ServerPage({ view }: { view: 'provisioning' | 'details' }) {
  const id = Number(useParams().serverId);
  return Number.isInteger(id) && id > 0 ? <LoadedServer id={id} view={view} /> : <NotFoundPage />;
}

function LoadedServer({ id, view }: { id: number; view: 'provisioning' | 'details' }) {
  const { details, isMissing, problem } = useServer(id);
  const name = details?.server.ip ?? details?.server.host_name ?? 'Server';
  usePage([
    { label: 'SmartServers', to: `/app${base}` },
    ...(details ? [{ label: details.group.name, to: `/app${base}` }] : []),
    { label: name },
  ]);
  if (isMissing) return <NotFoundPage />;
  if (!details)
    return (
      <>
        <PageHeader title="Server" />
        <PageBody $well>
          {problem ? (
            <LoadProblem title="Could not load this server" {...problem} />
          ) : (
            <Loading label="Loading this server">
              <SkeletonRows rows={8} />
            </Loading>
          )}
        </PageBody>
      </>
    );
  if (view === 'details' && !isSetUp(details.server)) return <Redirect to={`${base}/ip-provisioning/${id}`} />;
  return (
    <>
      <ServerHeader details={details} view={view} />
      <PageBody $well>
        <Stack $gap={4}>
          {problem && <LoadProblem title="Could not refresh this server" {...problem} />}
          <Trouble details={details} />
          {details.server.status === 'AWAITING_PAYMENT' && <AwaitingPayment group={details.group} />}
          {view === 'provisioning' ? <Setup details={details} /> : <Details details={details} />}
        </Stack>
      </PageBody>
    </>
  );
}

function ServerHeader({ details, view }: { details: ServerDetails; view: 'provisioning' | 'details' }) {
  const { server, group } = details;
  const { mayWrite, mayOrder } = useServerRights();
  const actions = useServerActions(server.id);
  const [isDeleting, setDeleting] = useState(false);
  const isReady = isSetUp(server);
  return (
    <>
      <PageHeader
        title={server.ip ?? server.host_name}
        status={<ServerState server={server} withDetail={false} />}
        detail={`${server.host_name} · ${group.name}`}
        actions={
          <>
            <Simulated isSandbox={details.is_sandbox} />
            {mayWrite && server.status !== 'AWAITING_PAYMENT' && (
              <Button icon="refresh" loading={actions.isChecking} onClick={actions.check}>
                {server.step_failed ? 'Try again' : 'Check now'}
              </Button>
            )}
            {mayWrite && isReady && view === 'details' && (
              <Button icon="moon" onClick={() => actions.rest(server.rest_until ? 0 : 24)}>
                {server.rest_until ? 'End rest' : 'Rest 24 hours'}
              </Button>
            )}
            {isReady && view === 'provisioning' && (
              <Button href={`/app${base}/ip-details/${server.id}`}>Show IP details</Button>
            )}
            {(mayOrder || (isReady && view === 'details')) && (
              <Menu
                trigger={<IconButton icon="more" label="More actions" />}
                align="end"
                entries={[
                  ...(isReady && view === 'details'
                    ? [
                        {
                          label: 'Show setup',
                          icon: 'server' as const,
                          href: `/app${base}/ip-provisioning/${server.id}`,
                        },
                      ]
                    : []),
                  ...(mayOrder
                    ? [{ label: 'Delete server', icon: 'trash' as const, onSelect: () => setDeleting(true) }]
                    : []),
                ]}
              />
            )}
          </>
        }
      />
      {isDeleting && (
        <ConfirmDialog
          open
          onOpenChange={setDeleting}
          title={`Delete ${server.host_name}`}
          description={`${server.ip ?? 'Its address'} is released and can’t be recovered. Its emails of the last 24 hours (${server.sent_24h.toLocaleString('en-US')}) stay in the figures of their campaigns. The paid month isn’t refunded.`}
          confirmLabel="Delete server"
          typedText={server.host_name}
          onConfirm={actions.remove}
        />
      )}
    </>
  );
}

function Trouble({ details: { server } }: { details: ServerDetails }) {
  if (!isSetUp(server) || server.in_rotation) return null;
  return (
    <Callout
      tone={server.is_reachable ? 'warning' : 'danger'}
      title={server.is_reachable ? 'Out of rotation' : 'This server does not answer'}
    >
      {server.out_reason} The other servers of the group keep sending; without one, emails wait.
    </Callout>
  );
}

function Setup({ details }: { details: ServerDetails }) {
  return (
    <TwoColumns>
      <div>
        <StepsCard details={details} />
      </div>
      <div>
        <RecordsCard details={details} />
        <RampChart details={details} />
      </div>
    </TwoColumns>
  );
}

function Details({ details }: { details: ServerDetails }) {
  return (
    <>
      <ServerFigures details={details} />
      <TwoColumns>
        <div>
          <IdentityCard details={details} />
          <ListsCard details={details} />
          <RegistrationCard details={details} />
          <RotationCard details={details} />
        </div>
        <div>
          <VolumeChart details={details} />
          <ProvidersCard details={details} />
          <CampaignsOfGroup details={details} />
        </div>
      </TwoColumns>
    </>
  );
}
