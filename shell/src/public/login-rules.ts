import { isEmailAddress } from '@skein/contracts/email-address';

export interface Credentials {
  email: string;
  password: string;
  otp?: string;
}

export type CredentialErrors = Partial<Record<keyof Credentials, { message: string }>>;

/**
 * The first broken rule of each field, before anything travels. Deliberate: the rules of the contract's login once more, in a few lines
 * (a test holds them against each other): zod and the contract's schemas weigh a seventh of what the login page does.
 */
export function errorsOfLogin({ email, password, otp }: Credentials): CredentialErrors {
  const found: CredentialErrors = {};
  if (email.trim() === '') found.email = { message: 'is required' };
  else if (!isEmailAddress(email.trim())) found.email = { message: 'must look like name@company.com' };
  if (password === '') found.password = { message: 'is required' };
  else if (password.length > 200) found.password = { message: 'can have at most 200 characters' };
  if (otp !== undefined && !/^(\d{6}|[A-Z2-7]{10})$/.test(otp.replace(/[\s-]/g, '').toUpperCase()))
    found.otp = { message: 'must be 6 digits, or a recovery code' };
  return found;
}
