import { useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { productName } from '@skein/mfe/brand';
import { telemetry } from '@skein/mfe/telemetry';
import { Button } from '@skein/ui/button';
import { AcceptInvitationPage } from './accept-invitation.page';
import { LoginPage, ClientLoginPage } from './login.page';
import { ForgotPasswordPage, MagicLinkPage } from './mail-link.pages';
import { PublicLayout } from './public-layout';
import { ResetPasswordPage } from './reset-password.page';
import { SignUpPage } from './sign-up.page';
import { VerifyAccountPage } from './verify-account.page';

const titles: Record<string, string> = {
  '/login': 'Log in',
  '/client-login': 'Client login',
  '/sign-up': 'Sign up',
  '/verify-account': 'Verify your address',
  '/forgot-password': 'Forgot password',
  '/reset-password': 'Set a new password',
  '/email-magic-link': 'Log in by mail',
  '/accept-invitation': 'Join the team',
};

function NotFound() {
  return (
    <PublicLayout title="This page does not exist" text="The link may be old or mistyped.">
      <Button variant="primary" size="large" block href="/login">Go to login</Button>
    </PublicLayout>
  );
}

/** Every screen without a session. */
export function PublicScreens() {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${titles[pathname.replace(/\/$/, '')] ?? 'Not found'} · ${productName()}`;
    telemetry.pageViewed(pathname);
  }, [pathname]);
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/client-login" element={<ClientLoginPage />} />
      <Route path="/sign-up" element={<SignUpPage />} />
      <Route path="/verify-account" element={<VerifyAccountPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/email-magic-link" element={<MagicLinkPage />} />
      <Route path="/accept-invitation" element={<AcceptInvitationPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
