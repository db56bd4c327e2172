import {
  syncDirections,
  syncWinners,
  type HubSpotField,
  type HubSpotSettings,
} from '@skein/contracts/main/hubspot.contract';
import { Card, CardFoot } from '@skein/ui/card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { Text } from '@skein/ui/text';

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
  'custom:jobtitle': 'Job title',
  'custom:address': 'Address',
  'custom:state': 'State',
  'custom:zip': 'Postal code',
  'custom:country': 'Country',
};
export const nameOf = (field: string) => fieldNames[field] ?? field.replace('custom:', '');

/** Rules of one side: what starts what. */
export function Rules<T extends Record<string, boolean>>({
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

/** The mapping, with a lead's values beside it. */
export function Fields({
  settings,
  properties,
  sample,
  onChange,
  onAdd,
  onLast,
}: {
  settings: HubSpotSettings;
  properties: { name: string; label: string }[];
  sample: Record<string, string> | null;
  onChange: (field: string, change: Partial<HubSpotField>) => void;
  onAdd: (field: HubSpotField) => void;
  /** Maps as the person did last; left out when that is how it is. */
  onLast?: (() => void) | undefined;
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
    { id: 'sample', label: 'Sample', width: 240, cell: (row) => <Text $truncate>{sample?.[row.field] || '–'}</Text> },
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
        gutter={16}
        columns={columns}
        rows={settings.fields}
        rowId={(row) => row.field}
        rowLabel={(row) => nameOf(row.field)}
        empty={null}
      />
      <CardFoot>
        <span>A change that came from HubSpot is never sent back. A new direction applies from now on.</span>
        {onLast && <LinkButton onClick={onLast}>Use the mapping you saved last</LinkButton>}
      </CardFoot>
    </Card>
  );
}
