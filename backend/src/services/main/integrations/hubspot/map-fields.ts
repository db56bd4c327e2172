import type { HubSpotField, HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import type { LeadInput } from '@skein/contracts/main/lead-fields';
import type { SyncedLead } from './hubspot.store';

/** A lead's value of a mapped field; an empty text where it has none. */
export function valueOf(lead: SyncedLead, field: string): string {
  const value = field.startsWith('custom:')
    ? lead.custom_fields[field.slice('custom:'.length)]
    : (lead as unknown as Record<string, unknown>)[field];
  return value === null || value === undefined ? '' : String(value as string).trim();
}

export type Change = 'ours' | 'theirs' | 'none';

/**
 * Which side's value counts. What did not change since both agreed never overwrites what did: a change that came from
 * HubSpot is not sent back, and the other way round. When both changed, the rule of the field decides.
 */
export function decide(
  field: Pick<HubSpotField, 'winner'>,
  values: { ours: string; theirs: string; synced: string | undefined; isOursNewer: boolean },
): Change {
  const { ours, theirs, synced } = values;
  if (ours === theirs) return 'none';
  if (ours === '') return 'theirs';
  if (theirs === '') return 'ours';
  if (synced !== undefined && ours === synced) return 'theirs';
  if (synced !== undefined && theirs === synced) return 'ours';
  if (field.winner === 'NEWEST') return values.isOursNewer ? 'ours' : 'theirs';
  return field.winner === 'SKEIN' ? 'ours' : 'theirs';
}

const sent = (field: HubSpotField) => field.direction === 'OUT' || field.direction === 'BOTH';
const taken = (field: HubSpotField) => field.direction === 'IN' || field.direction === 'BOTH';

/** Properties to write to a contact that is there. */
export function changesForHubSpot(
  settings: Pick<HubSpotSettings, 'fields'>,
  lead: SyncedLead,
  contact: { properties: Record<string, string | null>; updatedAt: number },
  synced: Record<string, string>,
): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const field of settings.fields.filter((one) => sent(one) && one.field !== 'email')) {
    const ours = valueOf(lead, field.field);
    const theirs = (contact.properties[field.property] ?? '').trim();
    const isOursNewer = lead.updated_at.getTime() > contact.updatedAt;
    if (decide(field, { ours, theirs, synced: synced[field.property], isOursNewer }) === 'ours')
      changes[field.property] = ours;
  }
  return changes;
}

/** Properties of a contact that is made. */
export function newContact(settings: Pick<HubSpotSettings, 'fields'>, lead: SyncedLead): Record<string, string> {
  return Object.fromEntries([
    ['email', lead.email],
    ...settings.fields
      .filter((field) => sent(field) && field.field !== 'email')
      .map((field) => [field.property, valueOf(lead, field.field)] as const)
      .filter(([, value]) => value !== ''),
  ]) as Record<string, string>;
}

/** A contact as a lead to import; null without an address. */
export function leadOf(
  settings: Pick<HubSpotSettings, 'fields'>,
  properties: Record<string, string | null>,
): LeadInput | null {
  const email = properties['email']?.trim();
  if (!email) return null;
  const lead: Record<string, unknown> = { email };
  const custom: Record<string, string> = {};
  for (const field of settings.fields.filter((one) => taken(one) && one.field !== 'email')) {
    const value = (properties[field.property] ?? '').trim().slice(0, 1_000);
    if (value === '') continue;
    if (field.field.startsWith('custom:')) custom[field.field.slice('custom:'.length)] = value;
    else lead[field.field] = value;
  }
  return { ...lead, ...(Object.keys(custom).length > 0 ? { custom_fields: custom } : {}) } as LeadInput;
}

/** The values of mapped properties, as they are kept to know what changed. */
export const syncedValues = (
  settings: Pick<HubSpotSettings, 'fields'>,
  properties: Record<string, string | null | undefined>,
): Record<string, string> =>
  Object.fromEntries(settings.fields.map((field) => [field.property, (properties[field.property] ?? '').trim()]));

export const mappedProperties = (settings: Pick<HubSpotSettings, 'fields'>): string[] => [
  ...new Set([
    'email',
    ...settings.fields.filter((field) => field.direction !== 'NONE').map((field) => field.property),
  ]),
];

/** The name among `names` that is closest to one that does not exist; null when none is close. */
export function closestName(name: string, names: readonly string[]): string | null {
  const plain = (text: string) => text.replaceAll('_', '');
  const same = names.find((one) => plain(one) === plain(name));
  if (same) return same;
  const near = names.filter((one) => plain(one).includes(plain(name)) || plain(name).includes(plain(one)));
  return near.sort((one, other) => one.length - other.length)[0] ?? null;
}
