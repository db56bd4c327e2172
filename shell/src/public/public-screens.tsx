import { useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { isAgencyAddress, productName } from '@skein/mfe/brand';
import { lazyPage } from '@skein/mfe/lazy-page';
import { telemetry } from '@skein/mfe/telemetry';
import { Button } from '@skein/ui/button';
import { LoginPage, ClientLoginPage } from './login.page';
import { PublicLayout } from './public-layout';

// All others need a library for forms and the contracts; they come in one piece.
const OtherScreen = lazyPage(() => import('./other-screens').then((module) => module.OtherScreen));

const titles: Record<string, string> = {
  '/login': 'Log in',
  '/client-login': 'Client login',
  '/sign-up': 'Sign up',
  '/verify-account': 'Verify your address',
  '/forgot-password': 'Forgot password',
  '/reset-password': 'Set a new password',
  '/email-magic-link': 'Log in by email',
  '/accept-invitation': 'Join the team',
  '/confirm-address': 'Confirm your address',
};

const otherAddresses = Object.keys(titles).filter((address) => !/login$/.test(address));
/** At an agency's address nobody opens a workspace of ours. */
const isHere = (address: string): boolean => address !== '/sign-up' || !isAgencyAddress();

function NotFound() {
  return (
    <PublicLayout title="This page does not exist" text="The link may be old or mistyped.">
      <Button variant="primary" size="large" block href="/login">
        Go to login
      </Button>
    </PublicLayout>
  );
}

/** Every screen without a session. */
export function PublicScreens() {
  const { pathname } = useLocation();
  useEffect(() => {
    const address = pathname.replace(/\/$/, '');
    document.title = `${(isHere(address) && titles[address]) || 'Not found'} · ${productName()}`;
    telemetry.pageViewed(pathname);
  }, [pathname]);
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/client-login" element={<ClientLoginPage />} />
      {otherAddresses.filter(isHere).map((address) => (
        <Route key={address} path={address} element={<OtherScreen address={address} />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
