import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { HubSpotField, HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import { usePage } from '@skein/mfe/page';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Grid, Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Select } from '@skein/ui/select';
import { Loading } from '@skein/ui/skeleton';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { Fields, nameOf, Rules } from './hubspot-fields';
import { useHubSpot } from './hubspot.hooks';
import { ImportDialog } from './hubspot-import';
import { withLastMapping } from './last-mapping';
import { stateOf } from './integration-labels';
import { SyncLog } from './log-drawer';

const outRules: { id: keyof HubSpotSettings['out']; label: string; hint: string }[] = [
  { id: 'create', label: 'A lead without a contact', hint: 'Find the contact by email, or create one' },
  { id: 'sent', label: 'An email is sent', hint: 'Log it on the contact' },
  { id: 'opened', label: 'An email is opened', hint: 'Log it on the contact' },
  { id: 'replied', label: 'A lead replies', hint: 'Log the reply on the contact' },
  { id: 'category', label: 'The category changes', hint: 'Log it and set the lead status' },
  { id: 'meeting', label: 'The category becomes Meeting Request', hint: 'Log a meeting on the contact' },
  { id: 'unsubscribed', label: 'A lead unsubscribes', hint: 'Log it on the contact' },
];
const intoRules: { id: keyof HubSpotSettings['into']; label: string; hint: string }[] = [
  { id: 'properties', label: 'A mapped property changes', hint: 'Change the lead, by the rule of the field' },
  { id: 'customer_stops', label: 'The lifecycle stage becomes Customer', hint: 'Stop the lead in all campaigns' },
  { id: 'owner', label: 'The owner changes', hint: 'Assign the conversation to the member with that email' },
  { id: 'deleted', label: 'A contact is deleted', hint: 'Keep the lead and unlink it' },
];

const withProperty = (fields: HubSpotSettings['fields'], field: string, property: string) =>
  fields.map((one) => (one.field === field ? { ...one, property } : one));

/** A property that a field is mapped to and that HubSpot lacks, with the closest one that it has. */
function PropertyProblem({
  problem: { field, property, closest },
  onUse,
}: {
  problem: { field: string; property: string; closest: string | null };
  onUse?: (property: string) => void;
}) {
  return (
    <Callout
      tone="danger"
      role="alert"
      title={`HubSpot has no property ${property}.`}
      actions={
        closest !== null && onUse ? (
          <Button size="small" variant="primary" onClick={() => onUse(closest)}>
            {`Use ${closest} and retry`}
          </Button>
        ) : undefined
      }
    >
      {`${nameOf(field)} maps to it.`}
    </Callout>
  );
}

function ContactOwner({
  owner,
  onChange,
}: {
  owner: HubSpotSettings['owner'];
  onChange: (owner: HubSpotSettings['owner']) => void;
}) {
  return (
    <Card title="Contact owner">
      <Select
        aria-label="Owner of contacts that Skein creates"
        value={owner}
        onValueChange={onChange}
        options={[
          { value: 'ASSIGNED', label: 'The member the conversation is assigned to' },
          { value: 'NONE', label: 'No one' },
        ]}
      />
      <SubLine>For contacts that Skein creates. The owner of a contact that exists is never changed.</SubLine>
    </Card>
  );
}

/** Fields, rules and the sync log of the connection to HubSpot. */
export function HubSpotPage() {
  const integrationId = Number(useParams()['integrationId']);
  const { view, data, problem, save, retry, reconnect, isSaving, lastMapping } = useHubSpot(integrationId);
  const [draft, setDraft] = useState<HubSpotSettings | null>(null);
  const [isImporting, setImporting] = useState(false);
  usePage([{ label: 'Integrations', to: '/app/integrations/native-integrations' }, { label: 'HubSpot' }]);
  useEffect(() => {
    if (data && !draft) setDraft(data.settings);
  }, [data, draft]);
  const settings = draft ?? data?.settings;
  const changeField = (field: string, change: Partial<HubSpotField>) =>
    settings &&
    setDraft({
      ...settings,
      fields: settings.fields.map((one) => (one.field === field ? { ...one, ...change } : one)),
    });
  const properties = data?.properties.filter((one) => !one.is_read_only) ?? [];
  const names = properties.map(({ name }) => name);
  const last = settings && withLastMapping(settings.fields, lastMapping, names);
  const state = view && stateOf(view);
  const isChanged = draft !== null && data !== undefined && JSON.stringify(draft) !== JSON.stringify(data.settings);
  return (
    <>
      <PageHeader
        title="HubSpot"
        status={
          <>
            {state && <StateStatus state={state.state}>{state.word}</StateStatus>}
            {view?.is_sandbox && <Badge tone="warning">Simulated</Badge>}
          </>
        }
        detail={view && data ? `${view.account}, ${counted(data.linked, 'linked contact')}` : undefined}
        secondary={data ? [{ label: 'Import contacts', icon: 'download', onClick: () => setImporting(true) }] : []}
        actions={
          data && (
            <Button
              variant="primary"
              loading={isSaving}
              disabled={!isChanged}
              onClick={() => draft && void save(draft)}
            >
              Save changes
            </Button>
          )
        }
      />
      <PageBody $well tabIndex={0} role="region" aria-label="HubSpot" style={{ outlineOffset: '-2px' }}>
        <Stack $gap={4}>
          {problem && (
            <LoadProblem title="HubSpot could not be loaded." message={problem.message} onRetry={problem.onRetry} />
          )}
          {!data && !problem && <Loading label="Loading HubSpot" />}
          {view?.error && (
            <Callout
              tone="danger"
              role="alert"
              title="HubSpot is failing."
              actions={
                <Button size="small" variant="primary" onClick={reconnect}>
                  Connect HubSpot again
                </Button>
              }
            >
              {view.error.text}
            </Callout>
          )}
          {data?.problems.map((one) => (
            <PropertyProblem
              key={one.field}
              problem={one}
              {...(one.closest !== null && settings
                ? {
                    onUse: (property: string) => {
                      const next = { ...settings, fields: withProperty(settings.fields, one.field, property) };
                      setDraft(next);
                      void save(next).then((isSaved) => (isSaved ? retry() : undefined));
                    },
                  }
                : {})}
            />
          ))}
          {data && settings && view && (
            <>
              <Fields
                settings={settings}
                properties={properties}
                sample={data.sample}
                onChange={changeField}
                onAdd={(field) => setDraft({ ...settings, fields: [...settings.fields, field] })}
                onLast={last ? () => setDraft({ ...settings, fields: last }) : undefined}
              />
              <Grid $min={320} $gap={4}>
                <Rules
                  title="When this happens in Skein"
                  rules={outRules}
                  values={settings.out}
                  onChange={(out) => setDraft({ ...settings, out })}
                />
                <Rules
                  title="When this happens in HubSpot"
                  rules={intoRules}
                  values={settings.into}
                  onChange={(into) => setDraft({ ...settings, into })}
                />
              </Grid>
              <ContactOwner owner={settings.owner} onChange={(owner) => setDraft({ ...settings, owner })} />
              <Card title="Sync log">
                <SyncLog integrationId={integrationId} />
              </Card>
            </>
          )}
        </Stack>
      </PageBody>
      {isImporting && <ImportDialog integrationId={integrationId} onClose={() => setImporting(false)} />}
    </>
  );
}
