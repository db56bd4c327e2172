import type { ConnectionRules, MailServer } from './mail-server';
import { RefusedAddressError, resolveHost } from './resolve-host';

/** The ports of mail: what a host that is named without one is allowed on, so that a mailbox is no way to other services of the network. */
const mailPorts = [25, 143, 465, 587, 993];

/**
 * The address to connect to for a mailbox. Its host is what somebody typed: outside the sandbox it has to be public, or one that the
 * operator allows (MAIL_PRIVATE_HOSTS).
 * @throws RefusedAddressError
 */
export async function resolveMailServer(
  { host, port }: Pick<MailServer, 'host' | 'port'>,
  { allowPrivateAddresses, privateHosts }: Pick<ConnectionRules, 'allowPrivateAddresses' | 'privateHosts'>,
): Promise<string> {
  const name = host.toLowerCase().replace(/\.$/, '');
  const isAllowed =
    privateHosts.includes(`${name}:${port}`) || (privateHosts.includes(name) && mailPorts.includes(port));
  try {
    return await resolveHost(host, { allowPrivateAddresses: allowPrivateAddresses || isAllowed });
  } catch (error) {
    if (error instanceof RefusedAddressError) throw new RefusedAddressError(host, 'MAIL_SERVER');
    throw error;
  }
}
