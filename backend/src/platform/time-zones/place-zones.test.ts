import { loadPlaceZones, type PlaceZones } from './place-zones';

let zones: PlaceZones;
beforeAll(async () => {
  zones = await loadPlaceZones();
});

test.each([
  [{ city: 'Berlin' }, 'Europe/Berlin'],
  [{ city: 'Paris' }, 'Europe/Paris'],
  [{ city: 'Paris', region: 'Texas', country: 'USA' }, 'America/Chicago'],
  [{ city: 'Austin', region: 'TX' }, 'America/Chicago'],
  [{ region: 'California', country: 'United States' }, 'America/Los_Angeles'],
  [{ country: 'Deutschland' }, 'Europe/Berlin'],
  [{ country: 'ES' }, 'Europe/Madrid'],
  [{ country: 'Japon' }, 'Asia/Tokyo'],
  [{ city: 'São Paulo', country: 'Brazil' }, 'America/Sao_Paulo'],
  [{ city: 'Some Hamlet', region: 'California', country: 'US' }, 'America/Los_Angeles'],
])('%j lies in %s', (place, zone) => expect(zones.ofPlace(place)).toBe(zone));

test.each([
  [{ country: 'United States' }],
  [{ city: 'Nowhere at all' }],
  [{ city: 'Berlin', country: 'Atlantis' }],
  [{ country: 'Australia' }],
  [{}],
])('%j tells no zone', (place) => expect(zones.ofPlace(place)).toBeNull());

test.each([
  ['+1 212 555 0123', null, 'America/New_York'],
  ['+1 (415) 555-0123', null, 'America/Los_Angeles'],
  ['(312) 555-0123', 'US', 'America/Chicago'],
  ['0049 30 901820', null, 'Europe/Berlin'],
  ['030 901820', 'DE', 'Europe/Berlin'],
  ['+44 20 7946 0018', null, 'Europe/London'],
  ['(312) 555-0123', null, null],
  ['call me', 'US', null],
  ['', null, null],
])('%s of %s rings in %s', (phone, country, zone) => expect(zones.ofPhone(phone, country)).toBe(zone));
