import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Redirect } from './redirect';

const Area = ({ leave }: { leave?: () => void }) => {
  // A layout effect runs before the redirect's own: this is the moment in which somebody goes elsewhere.
  useLayoutEffect(() => leave?.(), [leave]);
  return (
    <BrowserRouter basename="/app">
      <Routes>
        <Route path="/settings" element={<Redirect to="/settings/profile" state={{ from: 'menu' }} />} />
        <Route path="/settings/profile" element={<p>Profile</p>} />
        <Route path="/mailboxes/:id" element={<Redirect to="overview" />} />
        <Route path="/mailboxes/:id/overview" element={<p>Overview</p>} />
      </Routes>
    </BrowserRouter>
  );
};

const open = async (address: string, leave?: () => void) => {
  window.history.replaceState(null, '', address);
  await act(async () => render(<Area {...(leave ? { leave } : {})} />));
};

it('leads on, in place of the address that it was opened at', async () => {
  const before = window.history.length;
  await open('/app/settings');
  screen.getByText('Profile');
  expect(window.location.pathname).toBe('/app/settings/profile');
  expect(window.history.length).toBe(before);
  expect((window.history.state as { usr: unknown }).usr).toEqual({ from: 'menu' });
});

it('takes an address relative to its route', async () => {
  await open('/app/mailboxes/12');
  screen.getByText('Overview');
  expect(window.location.pathname).toBe('/app/mailboxes/12/overview');
});

it('takes nobody back who went to another area before it ran', async () => {
  await open('/app/settings', () => window.history.pushState(null, '', '/app/analytics-v2'));
  expect(window.location.pathname).toBe('/app/analytics-v2');
});
