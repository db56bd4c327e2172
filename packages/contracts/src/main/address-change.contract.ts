import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { secondFactor } from '../sign-in-rules';
import { defineContract } from '../endpoint';
import { done, instant } from '../schemas';

/** A change of address that waits for one or both of its links. */
export const addressChangeView = z.object({
  email: z.string(),
  /** Whether the link in the email to the present address was opened, and the one to the new address. */
  is_old_confirmed: z.boolean(),
  is_new_confirmed: z.boolean(),
  expires_at: instant,
});
export type AddressChangeView = z.output<typeof addressChangeView>;

const pending = z.object({ change: addressChangeView.nullable() });

/** The address somebody logs in with changes when both mailboxes have confirmed it. */
export const addressChangeContract = defineContract({
  service: 'main',
  tag: 'Identity',
  endpoints: {
    readAddressChange: {
      method: 'GET',
      path: '/api/auth/address-change',
      access: { who: 'session', may: 'profile' },
      summary: 'The change of your address that waits for confirmation, if there is one',
      response: pending,
    },
    startAddressChange: {
      method: 'POST',
      path: '/api/auth/address-change',
      access: { who: 'session', may: 'profile' },
      summary:
        'Change your address: a link is emailed to the old and to the new one, and both have to be opened in a day',
      body: z.object({
        email: emailAddress,
        password: z.string().min(1, 'is required').max(200),
        /** Where two-factor login is on: a code of the app, or a recovery code. */
        otp: secondFactor.optional(),
      }),
      response: pending,
    },
    withdrawAddressChange: {
      method: 'DELETE',
      path: '/api/auth/address-change',
      access: { who: 'session', may: 'profile' },
      summary: 'Keep your address: the links stop working',
      response: done,
    },
    confirmAddressChange: {
      method: 'POST',
      path: '/api/auth/address-change/confirm',
      access: { who: 'link' },
      summary: 'Open one of the two links of a change of address',
      body: z.object({ uuid: z.string().min(20).max(200) }),
      response: z.object({
        /** The new address, for whoever holds one of the links. */
        email: z.string(),
        is_changed: z.boolean(),
        /** Whose link is still to be opened; null once the address is changed. */
        waits_for: z.enum(['old', 'new']).nullable(),
      }),
    },
  },
});

export const startAddressChangeBody = addressChangeContract.endpoints.startAddressChange.body;
