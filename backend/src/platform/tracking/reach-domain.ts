import { createAskServer, type AskServer } from '../http/ask-server';

/** Asks a host name that somebody says leads to us. @throws OutwardError, RefusedAddressError */
export type ReachDomain = (domain: string, path: string) => ReturnType<AskServer>;

/** Over the internet, with a certificate that has to be valid for the name. */
export function createReachDomain(): ReachDomain {
  const ask = createAskServer({ allowPrivateAddresses: false, patience: 20_000, mostBytes: 4_096 });
  return (domain, path) => ask({ method: 'GET', url: `https://${domain}${path}` });
}

/** In the sandbox no name leads anywhere: this machine is asked in its place, by the name. */
export function createLocalReach(port: number): ReachDomain {
  const ask = createAskServer({ allowPrivateAddresses: true, patience: 10_000, mostBytes: 4_096 });
  return (domain, path) => ask({ method: 'GET', url: `http://127.0.0.1:${port}${path}`, headers: { host: domain } });
}
