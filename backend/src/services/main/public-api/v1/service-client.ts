import type { Contract } from '@skein/contracts/endpoint';
import { createClient } from '@skein/contracts/client';
import { credentialsOf } from '#platform/http/service-deps';
import { notFound, SkeinError, type MissingRecord } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';

type Call = (...given: unknown[]) => Promise<unknown>;

/**
 * Another service's client, asked with the caller's own credentials. A service answers NOT_FOUND without saying of which record: here it is
 * the one that the endpoints of this contract are about, where the public API has words for it.
 */
export function serviceClient<C extends Contract>(deps: MainDeps, raw: Request, contract: C, missing?: MissingRecord) {
  const client = createClient(contract, deps.callServices(credentialsOf(raw)));
  const named = Object.entries(client as Record<string, Call>).map(([name, call]) => [
    name,
    (...given: unknown[]) =>
      call(...given).catch((error: unknown) => {
        if (missing && error instanceof SkeinError && error.code === 'NOT_FOUND')
          throw notFound(`This ${missing}`, missing);
        throw error;
      }),
  ]);
  return Object.fromEntries(named) as typeof client;
}
