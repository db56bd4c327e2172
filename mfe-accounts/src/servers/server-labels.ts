import type { StepKind } from '@skein/contracts/smart-servers/server-limits';
import type { ServerRow } from '@skein/contracts/smart-servers/server-shapes';
import { serverLimits } from '@skein/contracts/smart-servers/server-limits';
import type { KnownState } from '@skein/ui/status';

export const stepNames: Record<StepKind, string> = {
  ADDRESS: 'IP address',
  MACHINE: 'Server',
  HOST_NAME: 'Host name',
  REVERSE_DNS: 'Reverse DNS',
  SPF: 'SPF',
  DKIM: 'DKIM',
  DMARC: 'DMARC',
  RELAY: 'TLS and login',
};

/** What a server is doing, in a word with its glyph. */
export function stateOfServer(server: ServerRow): { state: KnownState; word: string } {
  if (server.status === 'DELETING') return { state: 'archived', word: 'Being deleted' };
  if (server.status === 'AWAITING_PAYMENT') return { state: 'waiting', word: 'Awaiting payment' };
  if (server.status === 'PROVISIONING')
    return server.step_failed ? { state: 'failed', word: 'Setup failed' } : { state: 'started', word: 'Being set up' };
  if (!server.is_reachable) return { state: 'failed', word: 'Unreachable' };
  if (server.listed.length > 0) return { state: 'failed', word: 'Block-listed' };
  if (server.rest_until) return { state: 'paused', word: 'Resting' };
  return server.status === 'WARMING' ? { state: 'started', word: 'Warming' } : { state: 'active', word: 'Active' };
}

/** The line under it. */
export function detailOfServer(server: ServerRow): string {
  if (server.status === 'AWAITING_PAYMENT') return 'Set up once it is paid for';
  if (server.status === 'PROVISIONING')
    return server.step ? `${stepNames[server.step]}, step ${server.steps_done + 1} of 8` : 'Finishing';
  if (server.status === 'WARMING' && server.in_rotation)
    return `day ${server.warm_day + 1} of ${serverLimits.warmDays}`;
  if (server.out_reason && !server.in_rotation) return server.out_reason;
  return `up to ${server.daily_limit.toLocaleString('en-US')} a day`;
}

export const isSetUp = ({ status }: ServerRow): boolean => status === 'WARMING' || status === 'ACTIVE';

/** $78 or $78.50. */
export const dollars = (cents: number): string =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`;

export const reputationDefinition =
  '0 to 100 from the last 30 days: bounces, deferrals and refusals lower it, each block list takes 25, replies give up to 5 back. Shown from 20 emails on.';

export const sentLine = (server: ServerRow): string =>
  `${server.sent_24h.toLocaleString('en-US')} of ${server.allowed.toLocaleString('en-US')}`;

export const verdictWords = {
  pass: 'Matches',
  warn: 'Differs',
  fail: 'Does not match',
  unknown: 'Not checked',
} as const;
