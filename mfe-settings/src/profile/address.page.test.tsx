import { fireEvent, screen, within } from '@testing-library/react';
import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { twoFactorContract } from '@skein/contracts/main/two-factor.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/profile';
const change = {
  email: 'ada@after.test',
  is_old_confirmed: false,
  is_new_confirmed: true,
  expires_at: '2026-11-26T10:00:00.000Z',
};

const profile = () => productServer().answer(aiWritingContract, 'readAiKey', () => new Promise<never>(() => {}));

it('asks for the new address and the password, and shows what the server refuses beside its field', async () => {
  const server = profile()
    .answer(addressChangeContract, 'readAddressChange', { change: null })
    .answer(twoFactorContract, 'twoFactor', { is_on: false })
    .fail(addressChangeContract, 'startAddressChange', {
      code: 'VALIDATION',
      message: 'password is not right',
      details: [{ field: 'password', message: 'isn’t correct' }],
    });
  await renderPage(SettingsArea, { server, address, as: person() });
  fireEvent.click(await screen.findByRole('button', { name: 'Change address' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Send both emails' }));
  expect(await dialog.findByText('Address is required.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('New address'), { target: { value: 'ada@after.test' } });
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'wrong' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Send both emails' }));
  expect(await dialog.findByText('Password isn’t correct.')).toBeTruthy();
  expect(server.calls(addressChangeContract, 'startAddressChange')[0]?.body).toEqual({
    email: 'ada@after.test',
    password: 'wrong',
  });
});

it('says which link is still to be opened, and keeps the address', async () => {
  const server = profile()
    .answer(addressChangeContract, 'readAddressChange', { change })
    .answer(addressChangeContract, 'withdrawAddressChange', { done: true });
  const me = person();
  const { email } = me.user;
  await renderPage(SettingsArea, { server, address, as: me });
  expect(await screen.findByText(/Waiting to change to ada@after.test/)).toBeTruthy();
  expect(screen.getByText((text) => text.startsWith(`Open the link in the email to ${email}.`))).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: `Keep ${email}` }));
  await screen.findByRole('button', { name: `Keep ${email}` });
  expect(server.calls(addressChangeContract, 'withdrawAddressChange')).toHaveLength(1);
});
