import type { MailWords } from '@skein/contracts/brand-mail';
import { deletionWaitDays } from '@skein/contracts/constants';

/** A mail of the product itself: its words, which are drawn when it is sent. */
export interface SystemMail extends MailWords {
  headers?: Record<string, string>;
  messageId?: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

const notYou = 'If this was not you, ignore this email: without the link nothing happens.';

export const verificationMail = (name: string, link: string): SystemMail => ({
  subject: 'Confirm your email address',
  name,
  before: ['Thank you for signing up. Confirm that this is your address to log in.'],
  button: { label: 'Confirm my address', link },
  after: [
    'The link works once, for 24 hours.',
    'If you did not sign up, someone else did with your address. Please do not open it then: with “Email me a login link” on the login page the address is yours, and the password that they chose is removed.',
  ],
});

export const magicLinkMail = (name: string, link: string): SystemMail => ({
  subject: 'Your login link',
  name,
  before: ['Here is the link that logs you in without a password.'],
  button: { label: 'Log in', link },
  after: ['It works once, for 15 minutes.', notYou],
});

export const resetMail = (name: string, link: string): SystemMail => ({
  subject: 'Set a new password',
  name,
  before: ['Someone asked to set a new password for your account.'],
  button: { label: 'Set a new password', link },
  after: ['The link works once, for 30 minutes. When the password is set, every other session ends.', notYou],
});

export const welcomeMail = (name: string, workspace: string, link: string): SystemMail => ({
  subject: `${workspace} is ready for you`,
  name,
  before: [`A workspace named ${workspace} was created for you. Set a password to log in to it.`],
  button: { label: 'Set a password', link },
  after: [
    'The link works once, for seven days. After that, use “Forgot password” on the login page.',
    'If you did not expect this, you can ignore it.',
  ],
});

export const signUpInvitationMail = (link: string): SystemMail => ({
  subject: 'You are invited to open a workspace',
  name: null,
  before: ['You can open a workspace with this address: choose a name and a password.'],
  button: { label: 'Open a workspace', link },
  after: ['The link works once, for seven days.', 'If you did not expect this, you can ignore it.'],
});

export const addressTakenMail = (name: string, link: string): SystemMail => ({
  subject: 'You already have an account',
  name,
  before: [
    'Someone tried to sign up with this address, which already has an account. If it was you and you do not remember the password, set a new one here.',
  ],
  button: { label: 'Set a new password', link },
  after: ['The link works once, for 30 minutes.', notYou],
});

export const clientLoginMail = (name: string, by: string, link: string): SystemMail => ({
  subject: 'Confirm your login',
  name,
  before: [
    `${by} created a login for you as their client with this address. Confirm that it is yours to log in; the password they gave you then works.`,
  ],
  button: { label: 'Confirm my address', link },
  after: [
    'The link works once, for 24 hours. If it is too late, “Forgot password” on the login page emails you a new one.',
    'If you do not know who this is, ignore this email: without the link nothing happens.',
  ],
});

export const clientTakenMail = (name: string, by: string): SystemMail => ({
  subject: 'You already have an account',
  name,
  before: [
    `${by} wanted to give you a login as their client with this address. You have an account with it already, and an address belongs to one account only; nothing was changed in yours.`,
  ],
  after: [
    'To get the login, ask them to use another address of yours.',
    'If you do not know who this is, you can ignore this email.',
  ],
});

export const passwordChangedMail = (name: string, link: string): SystemMail => ({
  subject: 'Your password was changed',
  name,
  before: ['The password of your account was changed just now, and every session was ended.'],
  button: { label: 'This was not me', link },
  after: ['If it was you, you can ignore this email.'],
});

export const workspaceDeletionMail = (name: string, workspace: string, link: string): SystemMail => ({
  subject: `${workspace} will be deleted`,
  name,
  before: [
    `You asked to delete ${workspace}. In ${deletionWaitDays} days everything in it is permanently removed: campaigns, leads, emails and files. Its subscription is cancelled.`,
    'Until then you can keep it on the Security page of the settings.',
  ],
  button: { label: 'Keep the workspace', link },
  after: ['If this was not you, keep the workspace and set a new password right away.'],
});

export const guessedMail = (name: string, link: string): SystemMail => ({
  subject: 'Someone is guessing your password',
  name,
  before: [
    'Your account had many logins with a wrong password in the last hour. None of them got in. Where they come from, each further try has to wait longer.',
    'Your password still works where you log in. If the login asks you to wait, choose “Email me a login link” there, or set a new password with “Forgot password”.',
  ],
  button: { label: 'Go to the login', link },
  after: ['You get this email at most once a day. If your password is used anywhere else, please change it.'],
});

export const oneTimeCodeMail = (name: string, code: string): SystemMail => ({
  subject: `${code} is your one-time code`,
  name,
  before: [`The code for your login is ${code}.`],
  after: [
    'It works once, for 10 minutes.',
    'If you did not try to log in, someone else knows your password. Please set a new one.',
  ],
});

export const passwordRemovedMail = (name: string, link: string): SystemMail => ({
  subject: 'Your address is confirmed; please set a password',
  name,
  before: [
    'You logged in with a link, which confirmed your address. The password that was chosen at the sign-up was removed, because no one can know whether it was you who chose it.',
  ],
  button: { label: 'Set a password', link },
  after: ['You can also continue without one and log in with a link each time.'],
});

export const twoFactorOnMail = (name: string, link: string): SystemMail => ({
  subject: 'Two-factor login is on',
  name,
  before: ['From now on a login asks for a code of your authenticator app. Every other session was ended.'],
  button: { label: 'This was not me', link },
  after: ['Keep your recovery codes where you find them without your phone.'],
});

export const twoFactorOffMail = (name: string, link: string): SystemMail => ({
  subject: 'Two-factor login is off',
  name,
  before: ['A login asks for your password only. Your recovery codes do not work any more.'],
  button: { label: 'This was not me', link },
  after: ['If it was you, you can ignore this email.'],
});
