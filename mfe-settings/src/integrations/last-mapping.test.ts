import type { HubSpotField } from '@skein/contracts/main/hubspot.contract';
import { mappingOf, withLastMapping } from './last-mapping';

const field = (name: string, property: string): HubSpotField => ({
  field: name,
  property,
  direction: 'BOTH',
  winner: 'NEWEST',
});
const fields = [field('email', 'email'), field('location', 'city'), field('custom:jobtitle', 'jobtitle')];
const properties = ['email', 'city', 'town', 'jobtitle', 'role'];

it('offers the mapping used last where this account knows its properties', () => {
  const last = mappingOf([field('email', 'mail'), field('location', 'town'), field('custom:jobtitle', 'position')]);
  expect(withLastMapping(fields, last, properties)?.map(({ property }) => property)).toEqual([
    'email',
    'town',
    'jobtitle',
  ]);
});

it('offers nothing when nothing would change, or when two fields would share a property', () => {
  expect(withLastMapping(fields, mappingOf(fields), properties)).toBeNull();
  expect(withLastMapping(fields, null, properties)).toBeNull();
  expect(withLastMapping(fields, { location: 'jobtitle' }, properties)).toBeNull();
});
