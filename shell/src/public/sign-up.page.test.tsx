import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authContract } from '@skein/contracts/main/auth.contract';
import { provideTelemetry } from '@skein/mfe/telemetry';
import type { FakeServer } from '@skein/testing/fake-server';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { provideRuntimeConfig, type RuntimeConfig } from '../runtime-config';
import { PublicScreens } from './public-screens';

const uuid = 'a-token-of-more-than-twenty-signs';
const configure = (config: Partial<RuntimeConfig>) =>
  provideRuntimeConfig({ services: {}, sandbox: false, version: '1', ...config });
const open = (address: string, server: FakeServer = productServer()) =>
  renderPage(PublicScreens, { address, server, as: null, basename: '' });
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

beforeAll(() => provideTelemetry({ pageViewed() {}, failed() {}, reset() {} }));
afterEach(() => configure({}));

it('leads from the login to the sign-up while it is open, and speaks of the trial', async () => {
  await open('/login');
  expect((await screen.findByRole('link', { name: 'Sign up' })).getAttribute('href')).toBe('/sign-up');
});

it('does not speak of a trial where there are no plans', async () => {
  configure({ plans: 'none' });
  await open('/sign-up');
  await heading('Sign up');
  expect(document.body.textContent).not.toMatch(/trial|plan|1,250/i);
});

it.each([
  ['/login', 'Log in'],
  ['/sign-up', 'Sign up'],
])('moves no field of %s when errors appear', async (address, action) => {
  const user = userEvent.setup();
  await open(address);
  await heading(action);
  const fields = () => [...document.querySelectorAll('[data-reserved]')];
  const lines = () => fields().map((field) => field.querySelectorAll('[data-field-line]').length);
  const before = lines();
  expect(before.length).toBeGreaterThan(1);
  expect(new Set(before)).toEqual(new Set([1]));
  await user.click(screen.getByRole('button', { name: action }));
  await waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]').length).toBeGreaterThan(0));
  expect(lines()).toEqual(before);
});

it.each([
  ['ops@skein.test', 'mailto:ops@skein.test', 'ops@skein.test'],
  ['https://skein.test/plans/', 'https://skein.test/plans/', 'skein.test/plans'],
])('says on the login whom to ask when sign-up is closed: %s', async (contact, href, name) => {
  configure({ signUp: 'closed', contact });
  await open('/login');
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
});

it.each([
  ['closed', 'Sign-up is closed', 'Ask ops@skein.test for an account.'],
  ['invitation', 'Sign-up is by invitation', 'Ask ops@skein.test to invite you.'],
] as const)('answers /sign-up with a sentence when it is %s', async (signUp, title, sentence) => {
  configure({ signUp, contact: 'ops@skein.test' });
  await open('/sign-up');
  expect((await heading(title)).parentElement?.textContent).toContain(sentence);
  expect(screen.queryByLabelText('Password')).toBeNull();
});

it('takes an invitation also when sign-up is closed: who invited, a fixed address, and what the server refuses', async () => {
  configure({ signUp: 'closed' });
  const server = productServer()
    .answer(authContract, 'readSignUpInvitation', { email: 'kim@invited.test', invited_by: 'ops@skein.test' })
    .fail(authContract, 'acceptSignUpInvitation', { code: 'CONFLICT', message: 'You have an account already.' });
  await open(`/sign-up?invitation=${uuid}`, server);
  await heading('Create your account');
  expect(screen.getByText('ops@skein.test invited you.')).toBeTruthy();
  const address = screen.getByLabelText<HTMLInputElement>('Email');
  expect([address.value, address.readOnly]).toEqual(['kim@invited.test', true]);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Kim' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a long enough password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create the account' }));
  await screen.findByText('You have an account already.');
  expect(server.calls(authContract, 'acceptSignUpInvitation')[0]?.body).toMatchObject({ uuid, name: 'Kim' });
});

it('says why an invitation cannot be used', async () => {
  configure({ signUp: 'invitation', contact: 'ops@skein.test' });
  const server = productServer().fail(authContract, 'readSignUpInvitation', {
    code: 'BAD_REQUEST',
    message: 'This invitation has expired. Ask for a new one.',
  });
  await open(`/sign-up?invitation=${uuid}`, server);
  await heading('This invitation is not valid');
  await screen.findByText('This invitation has expired. Ask for a new one.');
  expect(screen.getByRole('link', { name: 'ops@skein.test' })).toBeTruthy();
});

it('reads an invitation again after a failure that passes', async () => {
  const server = productServer().fail(authContract, 'readSignUpInvitation', { code: 'UNAVAILABLE' });
  await open(`/sign-up?invitation=${uuid}`, server);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.answer(authContract, 'readSignUpInvitation', { email: 'kim@invited.test', invited_by: null });
  fireEvent.click(retry);
  await heading('Create your account');
});

describe('at the address of an agency', () => {
  beforeEach(() => {
    document.documentElement.dataset.brandName = 'Northlight';
  });
  afterEach(() => {
    delete document.documentElement.dataset.brandName;
  });

  it.each([
    ['open', '/sign-up'],
    ['open', '/sign-up/'],
    ['open', '/sign-up?ref=SW-ABCDEFGHIJ'],
    ['open', `/sign-up?invitation=${uuid}`],
    ['invitation', '/sign-up'],
    ['invitation', `/sign-up?invitation=${uuid}`],
    ['closed', '/sign-up'],
  ] as const)('our own sign-up does not exist: %s, %s', async (signUp, address) => {
    configure({ signUp, contact: 'ops@skein.test' });
    const server = productServer();
    await open(address, server);
    await heading('This page does not exist');
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.queryByText(/ops@skein\.test/)).toBeNull();
    expect(document.body.textContent).not.toMatch(/Skein|trial|invited/i);
    for (const name of ['signUp', 'readSignUpInvitation', 'acceptSignUpInvitation'] as const)
      expect(server.calls(authContract, name)).toEqual([]);
    expect(document.title).toBe('Not found · Northlight');
  });

  it.each(['open', 'invitation', 'closed'] as const)('the login leads to no sign-up of ours: %s', async (signUp) => {
    configure({ signUp, contact: 'ops@skein.test' });
    await open('/login');
    await heading(/Log in/);
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
    for (const link of screen.queryAllByRole('link'))
      expect(link.getAttribute('href')).not.toMatch(/sign-up|ops@skein/);
  });
});
