import { RefusedAddressError } from './resolve-host';
import { resolveMailServer } from './resolve-mail-server';

const rules = (...privateHosts: string[]) => ({ allowPrivateAddresses: false, privateHosts });

test.each([
  ['10.0.0.5', 587, rules('10.0.0.5')],
  ['10.0.0.5', 2525, rules('10.0.0.5:2525')],
  ['LocalHost', 993, rules('mail.internal', 'localhost')],
  ['10.0.0.5', 6379, { ...rules(), allowPrivateAddresses: true }],
  ['1.1.1.1', 6379, rules()],
])('%s:%i is reached', async (host, port, given) => {
  expect(await resolveMailServer({ host, port }, given)).toEqual(expect.any(String));
});

test.each([
  ['10.0.0.5', 587, rules()],
  ['10.0.0.5', 6379, rules('10.0.0.5')],
  ['10.0.0.5', 587, rules('10.0.0.5:2525')],
  ['10.0.0.50', 587, rules('10.0.0.5')],
  ['localhost', 587, rules('127.0.0.1')],
  ['0x0a000005', 587, rules('10.0.0.5')],
])('%s:%i is refused, and the refusal says who may allow it', async (host, port, given) => {
  const failure = await resolveMailServer({ host, port }, given).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(RefusedAddressError);
  expect((failure as Error).message).toContain('the operator of this installation');
});
