import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { authContract } from '@skein/contracts/main/auth.contract';
import { provideTelemetry } from '@skein/mfe/telemetry';
import { testFormStates } from '@skein/testing/form-states';
import { testPageStates } from '@skein/testing/page-states';
import { provideRuntimeConfig } from '../runtime-config';
import { PublicScreens } from './public-screens';

const token = 'a-token-of-more-than-twenty-signs';
const longAddress = 'rosa.kessler.of.the.northern.region.team@northlight.test';
const longWords = 'Your link was used '.repeat(20).trim();
const nobody = { area: PublicScreens, basename: '', as: null, noAccess: 'everyone' } as const;

beforeAll(() => {
  provideTelemetry({ pageViewed() {}, failed() {}, reset() {} });
  provideRuntimeConfig({ services: {}, sandbox: false, version: '1' });
});

describe('login', () =>
  testFormStates({
    ...nobody,
    page: 'shell/src/public/login.page.tsx',
    address: '/login',
    given: (server) => server.answer(authContract, 'login', { requiresOTP: true } as never),
    sends: [authContract, 'login'],
    fill: { Email: 'rosa@northlight.test', Password: 'correct horse' },
    button: 'Log in',
    empty: /^Email is required/,
    done: 'One-time code',
    full: { Email: longAddress },
  }));

describe('sign-up', () =>
  testFormStates({
    ...nobody,
    page: 'shell/src/public/sign-up.page.tsx',
    address: '/sign-up',
    given: (server) => server.answer(authContract, 'signUp', {} as never),
    sends: [authContract, 'signUp'],
    fill: { Name: 'Rosa Kessler', 'Work email': 'rosa@northlight.test', Password: 'correct horse battery' },
    button: 'Sign up',
    empty: /^Email is required|^Name /,
    done: 'Check your email',
    full: { 'Work email': longAddress },
  }));

describe('a new password', () =>
  testFormStates({
    ...nobody,
    page: 'shell/src/public/reset-password.page.tsx',
    address: `/reset-password?uuid=${token}`,
    given: (server) => server.answer(authContract, 'resetPassword', { done: true, requiresOTP: false }),
    sends: [authContract, 'resetPassword'],
    fill: { 'New password': 'correct horse battery' },
    button: 'Set the password',
    empty: /^Password /,
    done: 'Your password is set',
    full: { 'New password': 'correct horse battery '.repeat(3).trim() },
  }));

describe('a changed address', () =>
  testFormStates({
    ...nobody,
    page: 'shell/src/public/confirm-address.page.tsx',
    address: `/confirm-address?uuid=${token}`,
    given: (server) =>
      server.answer(addressChangeContract, 'confirmAddressChange', { email: 'ada@after.test', is_changed: true }),
    sends: [addressChangeContract, 'confirmAddressChange'],
    button: 'Confirm the change',
    empty: { address: '/confirm-address', shows: 'This link is incomplete' },
    done: 'Your address is changed',
    full: {
      given: (server) =>
        server.answer(addressChangeContract, 'confirmAddressChange', { email: longAddress, is_changed: true }),
      shows: `Log in with ${longAddress} from now on.`,
    },
  }));

describe('the link of a verification email', () => {
  let links = 0;
  testPageStates({
    ...nobody,
    page: 'shell/src/public/verify-account.page.tsx',
    // A link is redeemed once.
    address: () => `/verify-account?uuid=${token}-${(links += 1)}`,
    given: (server) => server.answer(authContract, 'verifyUser', { requiresOTP: true } as never),
    reads: [authContract, 'verifyUser'],
    loading: 'Checking the link',
    data: 'One more step',
    full: {
      given: (server) => server.fail(authContract, 'verifyUser', { code: 'BAD_REQUEST', message: longWords }),
      shows: longWords,
    },
    empty: {
      given: (server) => server.fail(authContract, 'verifyUser', { code: 'BAD_REQUEST', message: 'It was used.' }),
      shows: 'This link does not work',
    },
  });
});
