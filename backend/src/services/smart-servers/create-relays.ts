import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { Live } from '#platform/live/live';
import type { RelayOutcome, Relays } from '#platform/mail/relays';
import { allowedOn, chooseServer } from './ramp';
import { lockRotation, nextPlaceAt, settlePlace, takePlace, writeUnreachable } from './relays.store';
import { relayUser } from './relay-setup';
import { relayContext } from './servers.store';

export interface RelaysDeps {
  db: Database;
  live: Live;
  vault: Vault;
  /** In the sandbox the names of servers are known to its own DNS only: they are reached by their address. */
  isSandbox: boolean;
  /** Campaign time. */
  now: () => number;
  log: { error: (fields: object, text: string) => void };
}

/** Campaign milliseconds until a group without a usable server is asked again. */
const pause = 10 * 60_000;

/** The rotation of dedicated servers, as senders use it. */
export function createRelays(deps: RelaysDeps): Relays {
  const { db, vault, log } = deps;
  return {
    take: (mail, now) =>
      db.systemSql(async (sql) => {
        const at = new Date(now);
        const servers = await lockRotation(mail.workspaceId, sql, {
          groupId: mail.groupId,
          mail: mail.mail,
          now: at,
        });
        const candidates = servers.map(({ id, number, status, warm_day, daily_limit, used }) => ({
          id,
          number,
          used,
          allowed: status === 'ACTIVE' ? daily_limit : allowedOn(warm_day, daily_limit),
        }));
        const chosen = chooseServer(candidates, servers[0]?.auto_rotate ?? true);
        const server = servers.find(({ id }) => id === chosen?.id);
        if (!server) {
          const free = await nextPlaceAt(mail.workspaceId, sql, mail.groupId, at);
          return { waitUntil: Math.max(now + pause, Math.min(free?.getTime() ?? 0, now + 6 * pause)) };
        }
        const id = await takePlace(mail.workspaceId, sql, {
          serverId: server.id,
          mail: mail.mail,
          campaignId: mail.campaignId,
          at,
        });
        return {
          id,
          serverId: server.id,
          server: {
            host: deps.isSandbox ? server.ip : server.host_name,
            port: server.relay_port,
            portType: 'TLS' as const,
            username: relayUser,
            credential: {
              kind: 'password' as const,
              password: vault.open(server.relay_sealed, relayContext(server.id)),
            },
          },
        };
      }),
    async settle(ticket, outcome) {
      try {
        await db.systemSql(async (sql) => {
          await settlePlace(sql, ticket.id, outcome);
          const failure = troubleOf(outcome);
          if (failure) await writeUnreachable(sql, ticket.serverId, failure, new Date(deps.now()));
        });
      } catch (error) {
        log.error(
          { error, server: ticket.serverId },
          'what a dedicated server did could not be written; it is looked up later',
        );
      }
    },
  };
}

/** Words of a failure that is the server's own: no connection, a refused login, or silence after the final dot. */
function troubleOf(outcome: RelayOutcome): string | null {
  if (outcome.state === 'SENT' || outcome.failure === null) return null;
  const { failure } = outcome;
  const isOurs =
    failure.failureClass === 'connection' ||
    failure.failureClass === 'credentials' ||
    failure.failureClass === 'doubt' ||
    failure.failureClass === 'lost';
  return isOurs ? failure.response : null;
}
