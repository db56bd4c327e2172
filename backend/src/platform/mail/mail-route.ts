import { resolveHost } from './resolve-host';

/** Port 25 of a mail server on the internet. @throws RefusedAddressError for private addresses, Error when the name has none */
export const internetRoute = async (exchange: string): Promise<{ host: string; port: number }> => ({ host: await resolveHost(exchange, { allowPrivateAddresses: false }), port: 25 });

/** The sandbox's one mail server stands for every server under .test; nothing outside is ever asked. */
export function sandboxRoute(smtpUrl: string): (exchange: string) => Promise<{ host: string; port: number }> {
  const { hostname, port } = new URL(smtpUrl);
  return async (exchange) => {
    if (!exchange.endsWith('.test')) throw new Error('The sandbox asks no mail server outside.');
    return { host: hostname, port: Number(port) };
  };
}
