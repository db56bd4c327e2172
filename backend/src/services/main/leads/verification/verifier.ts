import type { Finding } from './judge-answer';

/** Who verifies addresses: our own prober, or a service that somebody has a key of. All addresses of a call are of one domain. */
export interface Verifier {
  name: string;
  /** Answers for every address, and does not throw for what a server of a receiver does. */
  verify(domain: string, emails: readonly string[], signal?: AbortSignal): Promise<Map<string, Finding>>;
}
