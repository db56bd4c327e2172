import type { Vault } from '#platform/crypto/vault';
import type { ConnectionRules } from '#platform/mail/mail-server';
import { openConnection } from '#platform/mail/submit-mail';
import { relayUser } from './relay-setup';
import { relayContext, type ServerRecord } from './servers.store';

/** Milliseconds; short, because a server that is slow to answer is looked at again seconds later. */
export const probePatience = 8_000;
const patience = { connectTimeout: probePatience, greetingTimeout: probePatience, socketTimeout: probePatience };

/** Connects as sending does, with TLS and login. @returns null when the server would take mail, or its words */
export async function probeRelay(
  server: ServerRecord,
  deps: { vault: Vault; rules: ConnectionRules; isSandbox: boolean },
): Promise<string | null> {
  if (server.ip === null || server.relay_port === null || server.relay_sealed === null) return 'It is not set up yet.';
  try {
    const connection = await openConnection(
      {
        host: deps.isSandbox ? server.ip : server.host_name,
        port: server.relay_port,
        portType: 'TLS',
        username: relayUser,
        credential: { kind: 'password', password: deps.vault.open(server.relay_sealed, relayContext(server.id)) },
      },
      { ...deps.rules, ...patience },
      'skein-probe',
    );
    connection.quit();
    connection.close();
    return null;
  } catch (error) {
    return (error as Error).message.slice(0, 300);
  }
}
