import type { SystemMail } from './system-mails';

const ignore = 'If you did not ask for this, do not open the link and set a new password: someone else may know yours.';

export const confirmOldAddressMail = (name: string, email: string, link: string): SystemMail => ({
  subject: 'Confirm the change of your email address',
  name,
  before: [`You asked to log in with ${email} from now on. Confirm it here and in the email to the new address.`],
  button: { label: 'Confirm the change', link },
  after: ['The link works for 24 hours. Until both are confirmed, nothing changes.', ignore],
});

export const confirmNewAddressMail = (name: string, present: string, link: string): SystemMail => ({
  subject: 'Confirm your new email address',
  name,
  before: [
    `${present} asked to log in with this address from now on. Confirm it here and in the email to the old address.`,
  ],
  button: { label: 'Confirm this address', link },
  after: [
    'The link works for 24 hours. Until both are confirmed, nothing changes.',
    'If you do not know who this is, ignore this email: without the link nothing happens.',
  ],
});

export const addressChangeTakenMail = (): SystemMail => ({
  subject: 'You already have an account',
  name: null,
  before: [
    'Someone asked to use this address for another account. It belongs to an account already, and an address can belong to one only. Nothing was changed.',
  ],
  after: ['If it was you, change or delete the account with this address first.'],
});

/** @param help contact for help */
export const addressChangedMail = (
  name: string,
  { email, link, help }: { email: string; link: string; help: string },
): SystemMail => ({
  subject: 'Your email address was changed',
  name,
  before: [`You log in with ${email} now. Links that were emailed to this address stopped working.`],
  button: { label: 'Go to the login', link },
  after: [`If this was not you, contact ${help} right away.`],
});
