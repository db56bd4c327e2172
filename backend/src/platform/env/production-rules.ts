import type { z } from 'zod';
import type { platformVariables } from './platform.env';

type Given = z.output<typeof platformVariables>;
export interface EnvironmentProblem {
  name: keyof Given;
  message: string;
}

const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'SKEIN_MASTER_KEY_FILE',
  'PUBLIC_URL',
  'TRACKING_URL',
  'SYSTEM_SMTP_URL',
] as const;

/** Words that stand in examples; a production that uses them as a password was never set up. */
const PLACEHOLDER = /^(?:password|secret|changeme|change-me|example|postgres|admin|skein)$/i;

/** Everything that is missing or was never set up, so that an operator learns all of it at once. */
export function findProductionProblems(given: Given): EnvironmentProblem[] {
  const problems: EnvironmentProblem[] = [];
  const refuse = (name: keyof Given, message: string) => problems.push({ name, message });
  for (const name of REQUIRED_IN_PRODUCTION) if (!given[name]) refuse(name, 'is required in production');
  if (given.SKEIN_TIME_SCALE !== undefined)
    refuse('SKEIN_TIME_SCALE', 'cannot be set in production, where time runs as it is');
  for (const name of ['DATABASE_URL', 'SYSTEM_SMTP_URL'] as const) {
    const value = given[name];
    if (value && URL.canParse(value) && PLACEHOLDER.test(decodeURIComponent(new URL(value).password)))
      refuse(name, 'holds a default password: set a real one');
  }
  for (const name of ['PUBLIC_URL', 'TRACKING_URL'] as const) {
    const value = given[name];
    if (!value || !URL.canParse(value)) continue;
    const { hostname, protocol } = new URL(value);
    if (/(?:^|\.)(?:example\.(?:com|org|net)|localhost|test)$|^127\./.test(hostname))
      refuse(name, 'names an example or this machine: set the public address');
    else if (name === 'PUBLIC_URL' && protocol === 'http:')
      refuse(
        name,
        'begins with http: passwords and sessions would travel readable; put a proxy with a certificate in front (deploy/Caddyfile) and name the https address',
      );
  }
  return problems;
}

/** Whether a server is on this machine: what is said to it leaves no wire. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(hostname);
