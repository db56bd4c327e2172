import { resolveHost } from './resolve-host';

/** Where a mail server is reached. `server` stands for the machine whose patience is spared: names that lead to one address are one. */
export interface MailRoute {
  host: string;
  port: number;
  server: string;
}

/** Port 25 of a mail server on the internet. @throws RefusedAddressError for private addresses, Error when the name has none */
export const internetRoute = async (exchange: string): Promise<MailRoute> => {
  const host = await resolveHost(exchange, { allowPrivateAddresses: false });
  return { host, port: 25, server: host };
};

/** The sandbox's one mail server stands for every server under .test, each with its own pace; nothing outside is ever asked. */
export function sandboxRoute(smtpUrl: string): (exchange: string) => Promise<MailRoute> {
  const { hostname, port } = new URL(smtpUrl);
  return async (exchange) => {
    if (!exchange.endsWith('.test')) throw new Error('The sandbox asks no mail server outside.');
    return { host: hostname, port: Number(port), server: exchange };
  };
}
