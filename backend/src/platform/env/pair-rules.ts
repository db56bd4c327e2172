import type { z } from 'zod';
import type { platformVariables } from './platform.env';

/** Variables that only work together, and those that others replaced. */
export function findPairProblems(
  given: z.output<typeof platformVariables>,
  source: Record<string, string | undefined>,
): { name: string; message: string }[] {
  const problems: { name: string; message: string }[] = [];
  const refuse = (name: string, message: string) => problems.push({ name, message });
  if (given.S3_BUCKET !== undefined)
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (!given[name]) refuse(name, 'is required with S3_BUCKET');
  if ((given.STRIPE_SECRET_KEY === undefined) !== (given.STRIPE_WEBHOOK_SECRET === undefined))
    refuse(
      given.STRIPE_SECRET_KEY === undefined ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET',
      'is required with the other one of Stripe',
    );
  if ((given.NAMECOM_USERNAME === undefined) !== (given.NAMECOM_TOKEN === undefined))
    refuse(
      given.NAMECOM_TOKEN === undefined ? 'NAMECOM_TOKEN' : 'NAMECOM_USERNAME',
      'is required with the other one of Name.com',
    );
  if ((given.MIGADU_USER === undefined) !== (given.MIGADU_KEY === undefined))
    refuse(given.MIGADU_KEY === undefined ? 'MIGADU_KEY' : 'MIGADU_USER', 'is required with the other one of Migadu');
  for (const name of ['LINKEDIN_PROVIDER_URL', 'LINKEDIN_PROVIDER_KEY'])
    if (source[name] && given.UNIPILE_URL === undefined)
      refuse(name, 'is not read any more: remove it, or set UNIPILE_URL and UNIPILE_KEY, which replace it');
  return problems;
}
