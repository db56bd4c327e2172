import { fireEvent, screen, waitFor } from '@testing-library/react';
import { authContract } from '@skein/contracts/main/auth.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { provideTelemetry } from '@skein/mfe/telemetry';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { provideRuntimeConfig } from '../runtime-config';
import { PublicScreens } from './public-screens';

const token = 'a-token-of-more-than-twenty-signs';
const longName = `Northlight ${'Warehousing and Logistics '.repeat(4).trim()}`;
const open = (address: string, server: FakeServer) =>
  renderPage(PublicScreens, { address, server, as: null, basename: '' });

beforeAll(() => {
  provideTelemetry({ pageViewed() {}, failed() {}, reset() {} });
  provideRuntimeConfig({ services: {}, sandbox: false, version: '1' });
});

describe('an invitation', () => {
  const address = `/accept-invitation?uuid=${token}`;
  testPageStates({
    page: 'shell/src/public/accept-invitation.page.tsx',
    area: PublicScreens,
    basename: '',
    address,
    given: (server) =>
      void server.answer(teamContract, 'readInvitation', { workspace: longName, email: 'rosa@northlight.test' }),
    reads: [teamContract, 'readInvitation'],
    loading: 'Reading the invitation',
    data: `Join ${longName}`,
    full: longName,
    empty: {
      given: (server) =>
        server.fail(teamContract, 'readInvitation', { code: 'NOT_FOUND', message: 'It was withdrawn.' }),
      shows: 'This invitation is not valid',
    },
    noAccess: 'everyone',
  });

  it('is accepted, and what is wrong with the password is said beside it', async () => {
    const server = productServer().answer(teamContract, 'readInvitation', { workspace: 'Northlight' });
    await open(address, server);
    fireEvent.change(await screen.findByLabelText(/Your name/), { target: { value: 'Rosa' } });
    fireEvent.change(document.querySelector('input[name="password"]') as HTMLElement, {
      target: { value: 'long enough 1' },
    });
    server.fail(teamContract, 'acceptInvitation', {
      code: 'VALIDATION',
      details: [{ field: 'password', message: 'is known from a leak' }],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Join the team' }));
    await screen.findByText(/is known from a leak/);
    expect(server.calls(teamContract, 'acceptInvitation')).toMatchObject([{ body: { name: 'Rosa', uuid: token } }]);
  });
});

describe('the link of a verification email', () => {
  it('is not called broken because the server did not answer, and is checked again when asked', async () => {
    const server = productServer().fail(authContract, 'verifyUser', { code: 'UNAVAILABLE', message: 'In a minute.' });
    await open(`/verify-account?uuid=${token}`, server);
    await screen.findByText('In a minute.');
    screen.getByText('We could not tell whether your link was used.');
    expect(screen.queryByText('This link does not work')).toBeNull();
    // Too many tries say nothing new of a link whose first answer was lost.
    server.fail(authContract, 'verifyUser', { code: 'RATE_LIMITED', message: 'Wait a moment.' });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Wait a moment.');
    screen.getByText('We could not tell whether your link was used.');
    server.fail(authContract, 'verifyUser', { code: 'BAD_REQUEST', message: 'It was used already.' });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('This link does not work');
    screen.getByText('It was used already.');
    server.answer(authContract, 'resendVerification', { done: true });
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'rosa@northlight.test' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
    await waitFor(() =>
      expect(server.calls(authContract, 'resendVerification')).toMatchObject([
        { body: { email: 'rosa@northlight.test' } },
      ]),
    );
  });

  it('is not used by one try too many', async () => {
    const server = productServer().fail(authContract, 'verifyUser', {
      code: 'RATE_LIMITED',
      message: 'Wait a moment.',
    });
    await open(`/verify-account?uuid=${token}-2`, server);
    await screen.findByText('Wait a moment.');
    screen.getByText('Your link was not used yet.');
  });

  it('says what to do with half a link', async () => {
    await open('/verify-account?uuid=short', productServer());
    await screen.findByText('This link is incomplete. Open it from the email again.');
  });
});

describe('the link of a new password', () => {
  const address = `/reset-password?uuid=${token}`;
  it('sets the password, asks for a code where one is needed, and leads to the login', async () => {
    const server = productServer().answer(authContract, 'resetPassword', { done: false, requiresOTP: true });
    await open(address, server);
    await screen.findByText('The link works once.');
    fireEvent.change(document.querySelector('input[name="newPassword"]') as HTMLElement, {
      target: { value: 'long enough 1' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Set the password' }));
    fireEvent.change(await screen.findByLabelText(/One-time code/), { target: { value: '123456' } });
    server.fail(authContract, 'resetPassword', { code: 'BAD_REQUEST', message: 'That code is not right.' });
    fireEvent.click(screen.getByRole('button', { name: 'Set the password' }));
    await screen.findByText('That code is not right.');
    server.answer(authContract, 'resetPassword', { done: true });
    fireEvent.click(screen.getByRole('button', { name: 'Set the password' }));
    await screen.findByText('Your password is set');
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });

  it('says what to do with half a link', async () => {
    await open('/reset-password?uuid=short', productServer());
    const again = await screen.findByRole('link', { name: 'Send a new link' });
    expect(again.getAttribute('href')).toBe('/forgot-password');
  });
});

describe('the login', () => {
  it('says what was wrong, and asks for the code of a two-factor login', async () => {
    const server = productServer().fail(authContract, 'login', {
      code: 'BAD_REQUEST',
      message: 'Email or password is not right.',
    });
    await open('/login', server);
    fireEvent.change(await screen.findByRole('textbox', { name: /Email/ }), {
      target: { value: 'rosa@northlight.test' },
    });
    fireEvent.change(document.querySelector('input[name="password"]') as HTMLElement, {
      target: { value: 'secret 12' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByText('Email or password is not right.');
    server.answer(authContract, 'login', { requiresOTP: true });
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByLabelText(/code/i);
  });
});
