import type { StepKind } from '@skein/contracts/smart-servers/server-limits';
import { CloudError, type Cloud } from '#platform/cloud/cloud';
import type { SqlClient } from '#platform/db/database';
import { lookUpBlockLists, weightyListings } from './block-lists';
import { checkDkim, checkDmarc, checkForward, checkReverse, checkSpf, type Finding } from './check-records';
import { probeRelay } from './probe-relay';
import { relayUser, userDataOf } from './relay-setup';
import { dkimContext, relayContext } from './servers.store';
import type { ServerWorkerDeps } from './worker-deps';
import { writeAddress, writeListings, writeMachine, type DueServer } from './worker.store';

/** The result of one attempt at a step. `write` is committed with it. */
export type StepOutcome =
  | { state: 'DONE'; note: string; write?: (sql: SqlClient) => Promise<unknown> }
  | { state: 'WAITING'; note: string; seconds: number; write?: (sql: SqlClient) => Promise<unknown> }
  | { state: 'FAILED'; note: string; write?: undefined };

type Step = (deps: ServerWorkerDeps, server: DueServer) => Promise<StepOutcome>;

/** @throws CloudError */
export const runStep = (deps: ServerWorkerDeps, server: DueServer, kind: string): Promise<StepOutcome> =>
  steps[kind as StepKind](deps, server);

function cloudOf({ cloud }: ServerWorkerDeps): Cloud {
  if (!cloud) throw new CloudError('No cloud is set up on this installation (HETZNER_API_TOKEN).', false);
  return cloud;
}

/** A record that has to be published: looked at again until it is there. */
const untilPublished = async (deps: ServerWorkerDeps, finding: Promise<Finding>): Promise<StepOutcome> => {
  const { verdict, text } = await finding;
  if (verdict === 'pass' || verdict === 'warn') return { state: 'DONE', note: text };
  return { state: 'WAITING', note: text, seconds: deps.pace.records };
};

const ipOf = ({ ip }: DueServer): string => {
  if (ip === null) throw new Error('A server at this step has an address.');
  return ip;
};

const steps: Record<StepKind, Step> = {
  async ADDRESS(deps, server) {
    const address = await cloudOf(deps).ensureAddress({ key: server.cloud_key, location: server.location });
    const listings = await lookUpBlockLists(address.ip, deps.reputation);
    const listed = weightyListings(listings);
    const answered = listings.filter(({ isListed }) => isListed !== null).length;
    return {
      state: 'DONE',
      note:
        listed.length > 0
          ? `${address.ip} is on ${listed.join(', ')}. Delete this server and order another one, or ask the list to remove it.`
          : `${address.ip}, on no major block list (${answered} checked)`,
      write: async (sql) => {
        await writeAddress(sql, server.id, address);
        await writeListings(sql, server, listings, new Date(deps.now()));
      },
    };
  },
  async MACHINE(deps, server) {
    const cloud = cloudOf(deps);
    if (!server.cloud_ip_id || !server.relay_sealed || !server.dkim_sealed)
      throw new Error('A server at this step has an address and keys.');
    const userData = userDataOf({
      host_name: server.host_name,
      domain: server.domain,
      user: relayUser,
      password: deps.vault.open(server.relay_sealed, relayContext(server.id)),
      port: cloud.relayPort,
      selector: server.dkim_selector,
      dkim_private: deps.vault.open(server.dkim_sealed, dkimContext(server.id)),
      dkim_public: server.dkim_public ?? '',
    });
    const { id } = await cloud.ensureMachine({
      key: server.cloud_key,
      location: server.location,
      addressId: server.cloud_ip_id,
      userData,
    });
    const write = (sql: SqlClient) => writeMachine(sql, server.id, id, cloud.relayPort);
    return (await cloud.isRunning(id))
      ? { state: 'DONE', note: `Running at ${server.cloud}`, write }
      : { state: 'WAITING', note: 'Starting', seconds: Math.min(5, deps.pace.records), write };
  },
  HOST_NAME: (deps, server) => untilPublished(deps, checkForward(deps.dns, server.host_name, ipOf(server))),
  async REVERSE_DNS(deps, server) {
    await cloudOf(deps).setReverseName({ id: server.cloud_ip_id ?? '', ip: ipOf(server) }, server.host_name);
    return untilPublished(deps, checkReverse(deps.dns, server.host_name, ipOf(server)));
  },
  SPF: (deps, server) => untilPublished(deps, checkSpf(deps.dns, server.domain, ipOf(server))),
  DKIM: (deps, server) =>
    untilPublished(deps, checkDkim(deps.dns, server.domain, server.dkim_selector, server.dkim_public ?? '')),
  DMARC: (deps, server) => untilPublished(deps, checkDmarc(deps.dns, server.domain)),
  async RELAY(deps, server) {
    const words = await probeRelay(server, deps);
    return words === null
      ? { state: 'DONE', note: 'Takes email from Skein over TLS with its own login' }
      : {
          state: 'WAITING',
          note: `The mail server does not answer yet: ${words}`,
          seconds: Math.min(15, deps.pace.records),
        };
  },
};
