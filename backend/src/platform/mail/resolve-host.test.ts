import { isPublicAddress, RefusedAddressError, resolveHost } from './resolve-host';

const publicOnly = { allowPrivateAddresses: false };

test.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
  '%s is on the internet and may be reached',
  async (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(await resolveHost(address, publicOnly)).toBe(address);
  },
);

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '::1',
  '::',
  'fc00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '::7f00:1',
  '::10.0.0.1',
  '::1.1.1.1',
  'localhost',
])('%s is none of the internet and is refused', async (address) => {
  expect(isPublicAddress(address)).toBe(false);
  await expect(resolveHost(address, publicOnly)).rejects.toBeInstanceOf(RefusedAddressError);
  expect(await resolveHost(address, { allowPrivateAddresses: true })).toEqual(expect.any(String));
});
