import { fireEvent, screen } from '@testing-library/react';
import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { provideTelemetry } from '@skein/mfe/telemetry';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { provideRuntimeConfig } from '../runtime-config';
import { PublicScreens } from './public-screens';

const open = (server = productServer()) =>
  renderPage(PublicScreens, {
    address: '/confirm-address?uuid=a-token-of-more-than-twenty-signs',
    server,
    as: null,
    basename: '',
  });
beforeAll(() => {
  provideTelemetry({ pageViewed() {}, failed() {}, reset() {} });
  provideRuntimeConfig({ services: {}, sandbox: false, version: '1' });
});

it('opens nothing by itself, and says after the button which link is left', async () => {
  const server = productServer().answer(addressChangeContract, 'confirmAddressChange', {
    email: 'ada@after.test',
    is_changed: false,
    waits_for: 'new',
  });
  await open(server);
  const button = await screen.findByRole('button', { name: 'Confirm the change' });
  expect(server.calls(addressChangeContract, 'confirmAddressChange')).toHaveLength(0);
  fireEvent.click(button);
  expect(await screen.findByText('One more step: open the link in the email to ada@after.test.')).toBeTruthy();
});

it('says why a link does not work', async () => {
  const server = productServer().fail(addressChangeContract, 'confirmAddressChange', {
    code: 'BAD_REQUEST',
    message: 'This link was used already, has expired or was withdrawn.',
  });
  await open(server);
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm the change' }));
  expect(await screen.findByText(/was used already/)).toBeTruthy();
});
