import type { Transport } from '@skein/contracts/client';
import type { Authenticator } from '../auth/authenticate';
import type { Clock } from '../clock/clock';
import type { Database } from '../db/database';
import type { Live } from '../live/live';
import type { Log } from '../log/log';
import { requestIdOf } from './request-id';
import type { HttpDeps } from './routes';

/** What every service of the house is started with. */
export interface ServiceDeps extends HttpDeps {
  db: Database;
  log: Log;
  /** The machine's time, in milliseconds. */
  realClock: Clock;
  /** Campaign time, in milliseconds; the machine's where a process has none. */
  campaignClock?: Pick<Clock, 'now'>;
  /** What changed, for connections that stay open. */
  live: Live;
  /** Whether somebody who was recognised may still act, and who hears when that changes. */
  authenticator: Pick<Authenticator, 'onChange' | 'isCurrent'>;
  /**
   * Calls another service for somebody: `credentials` are the headers of the request that caused it, so that the other
   * service decides by its own rules.
   */
  callServices: (credentials: Record<string, string>) => Transport;
}

/** The headers by which somebody was recognised, to pass them on to another service. */
export function credentialsOf(request: Request): Record<string, string> {
  const passed: Record<string, string> = { 'x-request-id': requestIdOf(request) };
  for (const name of ['authorization', 'x-api-key']) {
    const value = request.headers.get(name);
    if (value !== null) passed[name] = value;
  }
  const key = new URL(request.url).searchParams.get('api_key');
  if (key !== null && passed['x-api-key'] === undefined) passed['x-api-key'] = key;
  return passed;
}
