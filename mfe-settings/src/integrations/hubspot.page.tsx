import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  syncDirections,
  syncWinners,
  type HubSpotField,
  type HubSpotSettings,
} from '@skein/contracts/main/hubspot.contract';
import { usePage } from '@skein/mfe/page';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardFoot } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { Grid, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Select } from '@skein/ui/select';
import { Loading } from '@skein/ui/skeleton';
import { StateStatus } from '@skein/ui/status';
import { Switch } from '@skein/ui/switch';
import { SubLine, Text } from '@skein/ui/text';
import { useHubSpot } from './hubspot.hooks';
import { ImportDialog } from './hubspot-import';
import { stateOf } from './integration-words';
import { SyncLog } from './log-drawer';

const directions = { BOTH: 'Both ways', IN: 'From HubSpot', OUT: 'To HubSpot', NONE: 'Not synced' } as const;
const winners = { NEWEST: 'Newest wins', SKEIN: 'Skein wins', HUBSPOT: 'HubSpot wins' } as const;
const fieldNames: Record<string, string> = {
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone number',
  company_name: 'Company name',
  website: 'Website',
  location: 'Location',
  linkedin_profile: 'LinkedIn profile',
};
const nameOf = (field: string) => fieldNames[field] ?? field.replace('custom:', '');

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

/** Fields, rules and the sync log of the connection to HubSpot. */
export function HubSpotPage() {
  const integrationId = Number(useParams()['integrationId']);
  const { view, data, problem, save, retry, isSaving } = useHubSpot(integrationId);
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
        actions={
          <>
            <Button icon="download" onClick={() => setImporting(true)}>
              Import contacts
            </Button>
            <Button
              variant="primary"
              loading={isSaving}
              disabled={!isChanged}
              onClick={() => draft && void save(draft)}
            >
              Save changes
            </Button>
          </>
        }
      />
      <PageBody $well tabIndex={0} role="region" aria-label="HubSpot" style={{ outlineOffset: '-2px' }}>
        <Stack $gap={4}>
          {problem && (
            <Callout tone="danger" role="alert" title="HubSpot could not be read.">
              {problem}
            </Callout>
          )}
          {!data && !problem && <Loading label="Loading HubSpot" />}
          {view?.error && (
            <Callout tone="danger" role="alert" title="HubSpot is failing.">
              {view.error.text}
            </Callout>
          )}
          {data?.problems.map((one) => (
            <Callout
              key={one.field}
              tone="danger"
              role="alert"
              title={`HubSpot has no property ${one.property}.`}
              actions={
                one.closest !== null && settings ? (
                  <Button
                    size="small"
                    variant="primary"
                    onClick={() => {
                      const next = {
                        ...settings,
                        fields: settings.fields.map((field) =>
                          field.field === one.field ? { ...field, property: one.closest as string } : field,
                        ),
                      };
                      setDraft(next);
                      void save(next).then((isSaved) => (isSaved ? retry() : undefined));
                    }}
                  >
                    {`Use ${one.closest} and retry`}
                  </Button>
                ) : undefined
              }
            >
              {`${nameOf(one.field)} maps to it.`}
            </Callout>
          ))}
          {data && settings && view && (
            <>
              <Fields
                settings={settings}
                properties={data.properties.filter((one) => !one.is_read_only)}
                sample={data.sample}
                onChange={changeField}
                onAdd={(field) => setDraft({ ...settings, fields: [...settings.fields, field] })}
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
              <Card title="Contact owner">
                <Select
                  aria-label="Owner of contacts that Skein creates"
                  value={settings.owner}
                  onValueChange={(owner) => setDraft({ ...settings, owner })}
                  options={[
                    { value: 'ASSIGNED', label: 'The member the conversation is assigned to' },
                    { value: 'NONE', label: 'Nobody' },
                  ]}
                />
                <SubLine>For contacts that Skein creates. The owner of a contact that exists is never changed.</SubLine>
              </Card>
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

function Rules<T extends Record<string, boolean>>({
  title,
  rules,
  values,
  onChange,
}: {
  title: string;
  rules: { id: keyof T & string; label: string; hint: string }[];
  values: T;
  onChange: (values: T) => void;
}) {
  return (
    <Card title={title}>
      <Stack $gap={3}>
        {rules.map((rule) => (
          <Switch
            key={rule.id}
            checked={values[rule.id] ?? false}
            onCheckedChange={(isOn) => onChange({ ...values, [rule.id]: isOn })}
            label={rule.label}
            hint={rule.hint}
          />
        ))}
      </Stack>
    </Card>
  );
}

function Fields({
  settings,
  properties,
  sample,
  onChange,
  onAdd,
}: {
  settings: HubSpotSettings;
  properties: { name: string; label: string }[];
  sample: Record<string, string> | null;
  onChange: (field: string, change: Partial<HubSpotField>) => void;
  onAdd: (field: HubSpotField) => void;
}) {
  const options = (current: string) => [
    ...properties.map((one) => ({ value: one.name, label: `${one.label} (${one.name})` })),
    ...(properties.some((one) => one.name === current)
      ? []
      : [{ value: current, label: `${current} (doesn’t exist)` }]),
  ];
  const used = new Set(settings.fields.map((field) => field.property));
  const free = properties.filter((one) => !used.has(one.name));
  const columns: DataTableColumn<HubSpotField>[] = [
    { id: 'field', label: 'In Skein', width: 150, fixed: true, cell: (row) => <Text>{nameOf(row.field)}</Text> },
    {
      id: 'direction',
      label: 'Direction',
      width: 150,
      cell: (row) =>
        row.field === 'email' ? (
          'Both ways'
        ) : (
          <Select
            size="small"
            aria-label={`Direction of ${nameOf(row.field)}`}
            value={row.direction}
            onValueChange={(direction) => onChange(row.field, { direction })}
            options={syncDirections.map((value) => ({ value, label: directions[value] }))}
          />
        ),
    },
    {
      id: 'property',
      label: 'In HubSpot',
      width: 230,
      flexible: true,
      cell: (row) =>
        row.field === 'email' ? (
          'Email (email)'
        ) : (
          <Select
            size="small"
            aria-label={`HubSpot property of ${nameOf(row.field)}`}
            value={row.property}
            onValueChange={(property) => onChange(row.field, { property })}
            options={options(row.property)}
          />
        ),
    },
    {
      id: 'winner',
      label: 'If both changed',
      width: 150,
      cell: (row) =>
        row.field === 'email' ? (
          'Matches the contact'
        ) : row.direction !== 'BOTH' ? (
          '–'
        ) : (
          <Select
            size="small"
            aria-label={`Which value of ${nameOf(row.field)} stays`}
            value={row.winner}
            onValueChange={(winner) => onChange(row.field, { winner })}
            options={syncWinners.map((value) => ({ value, label: winners[value] }))}
          />
        ),
    },
    { id: 'sample', label: 'Sample', width: 180, cell: (row) => <Text $truncate>{sample?.[row.field] || '–'}</Text> },
  ];
  return (
    <Card
      title="Fields"
      padded={false}
      actions={
        free.length > 0 && (
          <Select
            size="small"
            aria-label="Add a field"
            value={null}
            placeholder="Add a field"
            onValueChange={(property: string) =>
              onAdd({ field: `custom:${property}`, direction: 'IN', property, winner: 'HUBSPOT' })
            }
            options={free.map((one) => ({ value: one.name, label: one.label }))}
          />
        )
      }
    >
      <DataTable<HubSpotField>
        label="Fields"
        columns={columns}
        rows={settings.fields}
        rowId={(row) => row.field}
        rowLabel={(row) => nameOf(row.field)}
        empty={null}
      />
      <CardFoot>A change that came from HubSpot is never sent back. A new direction applies from now on.</CardFoot>
    </Card>
  );
}
