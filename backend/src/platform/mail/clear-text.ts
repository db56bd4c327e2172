import type { ConnectionRules, MailServer } from './mail-server';
import { isPublicAddress } from './resolve-host';

/** Whether a login would send its password over the internet for everybody on the way to read. */
export const refusesClearText = (
  server: Pick<MailServer, 'portType'>,
  address: string,
  rules: Pick<ConnectionRules, 'allowPrivateAddresses'>,
): boolean => server.portType === 'NONE' && !rules.allowPrivateAddresses && isPublicAddress(address);

export const clearTextRefusal = (protocol: 'smtp' | 'imap'): string =>
  `${protocol}_port_type: None would send the password over the internet unencrypted. Choose ${
    protocol === 'smtp' ? 'SSL (465) or TLS (587)' : 'SSL (993) or TLS (143)'
  }.`;
