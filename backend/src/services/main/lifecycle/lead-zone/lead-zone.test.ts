import { loadLeadZones, type LeadPlace } from './lead-zone';

const lead = (change: Partial<LeadPlace>): LeadPlace => ({
  time_zone: null,
  location: null,
  phone_number: null,
  custom_fields: {},
  ...change,
});

test.each<[string, Partial<LeadPlace>, { zone: string; source: string } | null]>([
  ['what a person gave', { time_zone: 'Asia/Tokyo', location: 'Berlin' }, { zone: 'Asia/Tokyo', source: 'GIVEN' }],
  [
    'a column with the zone',
    { custom_fields: { 'Time Zone': 'America/Denver' }, location: 'Berlin' },
    { zone: 'America/Denver', source: 'COLUMN' },
  ],
  [
    'a zone as Americans say it',
    { custom_fields: { timezone: 'Eastern Standard Time' } },
    { zone: 'America/New_York', source: 'COLUMN' },
  ],
  [
    'columns of city and country',
    { custom_fields: { City: 'Munich', Country: 'Germany' }, phone_number: '+1 212 555 0123' },
    { zone: 'Europe/Berlin', source: 'PLACE' },
  ],
  ['a location', { location: 'Austin, Texas, United States' }, { zone: 'America/Chicago', source: 'PLACE' }],
  [
    'a location with the state’s letters',
    { location: 'Portland, OR' },
    { zone: 'America/Los_Angeles', source: 'PLACE' },
  ],
  ['a location around a city', { location: 'Greater Chicago Area' }, { zone: 'America/Chicago', source: 'PLACE' }],
  ['a location that is a country', { location: 'Netherlands' }, { zone: 'Europe/Amsterdam', source: 'PLACE' }],
  ['a state with a country’s name', { location: 'Atlanta, Georgia' }, { zone: 'America/New_York', source: 'PLACE' }],
  ['a country with a state’s name', { location: 'Tbilisi, Georgia' }, { zone: 'Asia/Tbilisi', source: 'PLACE' }],
  ['a country’s letters that are a state’s', { location: 'Munich, DE' }, { zone: 'Europe/Berlin', source: 'PLACE' }],
  [
    'a state’s letters that are a country’s',
    { location: 'San Francisco, CA' },
    { zone: 'America/Los_Angeles', source: 'PLACE' },
  ],
  ['the same letters as a country', { location: 'Toronto, CA' }, { zone: 'America/Toronto', source: 'PLACE' }],
  ['letters that may be either, of no known city', { location: 'Some Hamlet, CA' }, null],
  ['a name that may be either', { location: 'Georgia' }, null],
  ['a region and its country', { location: 'Bavaria, Germany' }, { zone: 'Europe/Berlin', source: 'PLACE' }],
  ['a region alone', { location: 'California' }, { zone: 'America/Los_Angeles', source: 'PLACE' }],
  ['a sales region', { custom_fields: { Region: 'EMEA', City: 'Lyon' } }, { zone: 'Europe/Paris', source: 'PLACE' }],
  ['a phone number', { phone_number: '+1 415 555 0123' }, { zone: 'America/Los_Angeles', source: 'PHONE' }],
  [
    'a phone number of a country with many zones',
    { phone_number: '(212) 555-0123', custom_fields: { country: 'USA' } },
    { zone: 'America/New_York', source: 'PHONE' },
  ],
  ['nothing', {}, null],
  ['what is no zone', { custom_fields: { timezone: 'soon', city: 7 } }, null],
])('%s tells the zone', async (_, given, zone) => expect((await loadLeadZones())(lead(given))).toEqual(zone));
