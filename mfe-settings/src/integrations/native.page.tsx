import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  integrationKinds,
  type IntegrationKind,
  type IntegrationView,
} from '@skein/contracts/main/integrations.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Grid } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { products } from './integration-labels';
import { IntegrationCard } from './integration-card';
import { IntegrationsLayout } from './integrations-layout';
import { useFinishedLogin, useIntegrations } from './integrations.hooks';
import { KeyDialog, type KeyKind } from './key-dialog';
import { ListKitCard } from './listkit-card';
import { LeadMagicDialog } from './leadmagic-dialog';
import { LinkedCard, linkedProducts, type LinkedProduct } from './linked-card';
import { LogDrawer } from './log-drawer';
import { ProductCard } from './product-card';
import { SlackDialog } from './slack-dialog';

type Open =
  | { kind: 'key'; product: KeyKind }
  | { kind: 'log' | 'disconnect' | 'alert' | 'channel' | 'leadmagic'; view: IntegrationView }
  | null;

type Integrations = NonNullable<ReturnType<typeof useIntegrations>['data']>;

/** A product that is not connected, or what this installation lacks for it. */
function MissingProduct({
  kind,
  oauth,
  onConnect,
  onUseWebhook,
}: {
  kind: IntegrationKind;
  oauth: Integrations['oauth'];
  onConnect: () => void;
  onUseWebhook: () => void;
}) {
  const needsApp = kind === 'HUBSPOT' && !oauth.HUBSPOT;
  const product = products[kind];
  return (
    <ProductCard
      name={product.name}
      mark={product.mark}
      does={product.does}
      actions={
        <>
          {!needsApp && (
            <Button onClick={onConnect} aria-label={`Connect ${product.name}`}>
              Connect
            </Button>
          )}
          {kind === 'SLACK' && oauth.SLACK && (
            <Button variant="ghost" onClick={onUseWebhook}>
              Use a webhook
            </Button>
          )}
        </>
      }
    >
      {needsApp && <SubLine>This installation has no HubSpot app yet. Ask its operator.</SubLine>}
      {kind === 'SLACK' && !oauth.SLACK && (
        <SubLine>This installation has no Slack app: connect an incoming webhook.</SubLine>
      )}
    </ProductCard>
  );
}

/** The dialog or drawer that is open over the products. */
function OpenIntegration({ open, onClose }: { open: NonNullable<Open>; onClose: () => void }) {
  const { data, disconnect } = useIntegrations();
  const sandboxKey = (product: KeyKind) =>
    ({
      SLACK: data?.sandbox_keys?.slackWebhook,
      CLAY: data?.sandbox_keys?.clayTable,
      LEADMAGIC: data?.sandbox_keys?.leadMagic,
    })[product] ?? null;
  if (open.kind === 'key')
    return (
      <KeyDialog kind={open.product} sandboxKey={sandboxKey(open.product)} onClose={onClose} onConnected={onClose} />
    );
  const { view } = open;
  const { name } = products[view.kind];
  if (open.kind === 'log') return <LogDrawer integrationId={view.id} name={name} onClose={onClose} />;
  if (open.kind === 'leadmagic') return <LeadMagicDialog integrationId={view.id} onClose={onClose} />;
  if (open.kind === 'disconnect')
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={`Disconnect ${name}`}
        description={view.stops.join(' ')}
        confirmLabel={`Disconnect ${name}`}
        onConfirm={() => disconnect(view)}
      />
    );
  return <SlackDialog view={view} isMove={open.kind === 'channel'} onClose={onClose} />;
}

/** Every product that a workspace can connect: state, last sync, errors with what mends them, and what a disconnect stops. */
export function NativeIntegrationsPage() {
  const navigate = useNavigate();
  const access = useAccess();
  const { data, isLoading, problem, login, pause, again, check } = useIntegrations();
  const { made, forget } = useFinishedLogin();
  const [open, setOpen] = useState<Open>(null);
  useEffect(() => {
    if (made?.kind !== 'SLACK') return;
    setOpen({ kind: 'alert', view: made });
    forget();
  }, [made, forget]);
  const close = () => setOpen(null);
  const linked = data ? linkedProducts(data, access) : [];
  const linkedCard = (product: LinkedProduct) => (
    <LinkedCard key={product.name} {...product} onOpen={() => void navigate(product.to)} />
  );
  // What fails is seen first; the others stay in their order.
  const connected = [...(data?.integrations ?? [])].sort(
    (one, other) => Number(other.state === 'FAILING') - Number(one.state === 'FAILING'),
  );
  const missing = integrationKinds.filter((kind) => !connected.some((view) => view.kind === kind));
  const connect = (kind: IntegrationKind) =>
    kind === 'HUBSPOT' || (kind === 'SLACK' && data?.oauth.SLACK)
      ? void login(kind)
      : setOpen({ kind: 'key', product: kind as KeyKind });
  const openOf = (view: IntegrationView) => {
    if (view.kind === 'HUBSPOT')
      return { label: 'Fields and rules', onSelect: () => void navigate(`/integrations/${view.id}/hubspot`) };
    if (view.kind === 'SLACK') return { label: 'Add alert', onSelect: () => setOpen({ kind: 'alert', view }) };
    if (view.kind === 'LEADMAGIC')
      return { label: 'Find or verify', onSelect: () => setOpen({ kind: 'leadmagic', view }) };
    return null;
  };
  const fixOf = (view: IntegrationView) =>
    view.kind === 'SLACK' &&
    view.method === 'OAUTH' &&
    /archived|channel|restricted|prohibited/.test(view.error?.code ?? '')
      ? { label: 'Choose another channel', onSelect: () => setOpen({ kind: 'channel', view }) }
      : view.error?.code === 'out_of_credits'
        ? { label: 'Test again', onSelect: () => void check(view) }
        : { label: `Connect ${products[view.kind].name} again`, onSelect: () => connect(view.kind) };
  return (
    <IntegrationsLayout page="native-integrations">
      {isLoading && <Loading label="Loading integrations" />}
      {problem && (
        <LoadProblem title="Integrations could not be loaded." message={problem.message} onRetry={problem.onRetry} />
      )}
      {data && (
        <>
          {(connected.length > 0 || linked.some(({ total }) => total > 0)) && (
            <Text as="h2" $weight="bold">
              Connected
            </Text>
          )}
          <Grid $min={320} $gap={4}>
            {connected.map((view) => (
              <IntegrationCard
                key={view.id}
                view={view}
                actions={{
                  pause: (isPaused) => void pause(view, isPaused),
                  disconnect: () => setOpen({ kind: 'disconnect', view }),
                  again: () => void again(view),
                  check: () => void check(view),
                  log: () => setOpen({ kind: 'log', view }),
                  open: openOf(view),
                  fix: fixOf(view),
                }}
              />
            ))}
            {linked.filter(({ total }) => total > 0).map(linkedCard)}
          </Grid>
          {(missing.length > 0 || linked.some(({ total }) => total === 0)) && (
            <Text as="h2" $weight="bold">
              Not connected
            </Text>
          )}
          <Grid $min={260} $gap={4}>
            {linked.filter(({ total }) => total === 0).map(linkedCard)}
            {missing.map((kind) => (
              <MissingProduct
                key={kind}
                kind={kind}
                oauth={data.oauth}
                onConnect={() => connect(kind)}
                onUseWebhook={() => setOpen({ kind: 'key', product: 'SLACK' })}
              />
            ))}
          </Grid>
          <Text as="h2" $weight="bold">
            API and files
          </Text>
          <Grid $min={260} $gap={4}>
            <ProductCard
              name="API"
              mark={{ icon: 'braces' }}
              does="Everything the screens do, with keys that are limited to what a program needs."
              actions={
                <>
                  {access.may('api-key.manage') && <Button href="/app/settings/api-keys">API keys</Button>}
                  <Button variant="ghost" href="/docs/api">
                    Documentation
                  </Button>
                </>
              }
            />
            <ListKitCard />
          </Grid>
        </>
      )}
      {open && <OpenIntegration open={open} onClose={close} />}
    </IntegrationsLayout>
  );
}
