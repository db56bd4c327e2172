import { person } from '@skein/mfe/testing/people';
import { publicAddresses, redirectOf } from './route-guards';

const now = Date.parse('2026-11-20T12:00:00Z');
const maya = person();
const ended = person({ planType: 'trial', plan: { trial_end_date: '2026-11-01T00:00:00Z', subscription_detail: { is_sub: false, end_date: null } } });
const fresh = person({ user: { has_onboarding_completed: false } });

it.each([
  ['without a session, a page behind the login', '/app/leads/all', '?page=2', null, '/login?next=%2Fapp%2Fleads%2Fall%3Fpage%3D2'],
  ['without a session, a public screen', '/sign-up', '', null, null],
  ['with a session, /app', '/app', '', maya, '/app/email-campaign/all'],
  ['with a session, a page', '/app/leads/all', '', maya, null],
  ['with a session, the login with a wanted page', '/login', '?next=%2Fapp%2Fleads%2Fall%3Fpage%3D2', maya, '/app/leads/all?page=2'],
  ['with a session, the login with a foreign address', '/login', '?next=https%3A%2F%2Fevil.test', maya, '/app/email-campaign/all'],
  ['with a session, the login with an address that looks like ours', '/login', '?next=%2Fapplication', maya, '/app/email-campaign/all'],
  ['with a new account, after the login', '/verify-account', '?uuid=1', fresh, '/app/onboarding'],
  ['after the end of the trial, any page', '/app/master-inbox', '', ended, '/app/settings/subscription'],
  ['after the end of the trial, the subscription', '/app/settings/subscription', '', ended, null],
  ['after the end of the trial, the whitelabel page', '/app/settings/whitelabelled-client', '', ended, null],
])('%s', (_name, pathname, search, subject, expected) => {
  expect(redirectOf(pathname, search, subject, now)).toBe(expected);
});

it('sends a logged-in person from every public screen to the campaigns', () => {
  expect(publicAddresses.map((address) => redirectOf(address, '', maya, now))).toEqual(publicAddresses.map(() => '/app/email-campaign/all'));
});
