import type { ComponentType } from 'react';
import { AcceptInvitationPage } from './accept-invitation.page';
import { ConfirmAddressPage } from './confirm-address.page';
import { ForgotPasswordPage, MagicLinkPage } from './mail-link.pages';
import { ResetPasswordPage } from './reset-password.page';
import { SignUpPage } from './sign-up.page';
import { VerifyAccountPage } from './verify-account.page';

const screens: Record<string, ComponentType> = {
  '/sign-up': SignUpPage,
  '/verify-account': VerifyAccountPage,
  '/forgot-password': ForgotPasswordPage,
  '/reset-password': ResetPasswordPage,
  '/email-magic-link': MagicLinkPage,
  '/accept-invitation': AcceptInvitationPage,
  '/confirm-address': ConfirmAddressPage,
};

/** A public screen besides the logins. */
export function OtherScreen({ address }: { address: string }) {
  const Screen = screens[address];
  return Screen ? <Screen /> : null;
}
