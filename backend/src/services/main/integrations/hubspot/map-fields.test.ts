import type { HubSpotField } from '@skein/contracts/main/hubspot.contract';
import type { SyncedLead } from './hubspot.store';
import { changesForHubSpot, leadOf, mappedProperties } from './map-fields';

const lead: SyncedLead = {
  id: 1,
  email: 'priya@prospects.test',
  first_name: 'Priya',
  last_name: null,
  phone_number: '+49 30 1',
  company_name: null,
  website: null,
  location: null,
  linkedin_profile: null,
  custom_fields: {},
  updated_at: new Date('2026-11-24T09:00:00Z'),
  assigned_email: null,
};
const phone = (change: Partial<HubSpotField>): { fields: HubSpotField[] } => ({
  fields: [{ field: 'phone_number', property: 'phone', direction: 'BOTH', winner: 'NEWEST', ...change }],
});
const contact = { email: 'priya@prospects.test', phone: '+49 30 2' };

it.each([
  ['BOTH', true, true],
  ['IN', false, true],
  ['OUT', true, false],
  ['NONE', false, false],
] as const)('direction %s writes to HubSpot: %s, takes from HubSpot: %s', (direction, writes, takes) => {
  const settings = phone({ direction, winner: 'SKEIN' });
  expect(changesForHubSpot(settings, lead, { properties: contact, updatedAt: 0 }, {})).toEqual(
    writes ? { phone: '+49 30 1' } : {},
  );
  expect(leadOf(settings, contact)?.phone_number).toBe(takes ? '+49 30 2' : undefined);
  expect(mappedProperties(settings).includes('phone')).toBe(writes || takes);
});

it.each([
  ['SKEIN', '2026-11-25T09:00:00Z', true],
  ['HUBSPOT', '2026-11-23T09:00:00Z', false],
  ['NEWEST', '2026-11-23T09:00:00Z', true],
  ['NEWEST', '2026-11-25T09:00:00Z', false],
] as const)('winner %s, the contact changed %s: Skein’s value counts: %s', (winner, changed, isOurs) => {
  const answer = { properties: contact, updatedAt: Date.parse(changed) };
  expect(changesForHubSpot(phone({ winner }), lead, answer, { phone: '+49 30 0' })).toEqual(
    isOurs ? { phone: '+49 30 1' } : {},
  );
});
