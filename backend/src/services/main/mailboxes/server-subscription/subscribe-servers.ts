import { createClient } from '@skein/contracts/client';
import type { HandlerInput } from '@skein/contracts/endpoint';
import type { serverSubscriptionContract } from '@skein/contracts/main/server-subscription.contract';
import { serverMonthlyCents } from '@skein/contracts/smart-servers/server-limits';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { credentialsOf } from '#platform/http/service-deps';
import type { MainDeps } from '#main/deps';

type Body = HandlerInput<(typeof serverSubscriptionContract)['endpoints']['subscribeServers']>['body'];

/** Orders servers at the smart-servers service in the name of whoever asks, so that it decides by its own rules. */
export async function subscribeServers(deps: Pick<MainDeps, 'callServices'>, request: Request, body: Body) {
  const service = createClient(serversContract, deps.callServices(credentialsOf(request)));
  const made =
    'group_id' in body
      ? {
          group_id: body.group_id,
          ...(await service.addServers({
            params: { serverGroupId: body.group_id },
            body: { servers: body.servers },
          })),
        }
      : await service.addGroup({ body }).then(({ id, ...order }) => ({ group_id: id, ...order }));
  return { ...made, monthly_cents: made.server_ids.length * serverMonthlyCents };
}
