import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { provideTelemetry } from '@skein/mfe/telemetry';
import { PublicScreens } from './public-screens';

it.each([
  ['/login', 'Log in'],
  ['/sign-up', 'Sign up'],
  ['/forgot-password', 'Forgot your password'],
  ['/email-magic-link', 'Log in by email'],
  ['/nothing', 'This page does not exist'],
])('%s shows its screen, also where that is loaded later', async (address, title) => {
  provideTelemetry({ pageViewed() {}, failed() {}, reset() {} });
  await act(
    async () =>
      void render(
        <MemoryRouter initialEntries={[address]}>
          <Suspense fallback={null}>
            <PublicScreens />
          </Suspense>
        </MemoryRouter>,
      ),
  );
  expect(await screen.findByRole('heading', { level: 1, name: new RegExp(title, 'i') })).toBeTruthy();
});
