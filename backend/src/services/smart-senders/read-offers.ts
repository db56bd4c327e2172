import { offers, restrictedSenderNames } from '@skein/contracts/smart-senders/offers';
import type { RequestActor } from '#platform/http/request-actor';
import { findLastRegistrant } from './orders.store';
import { unavailableBecause } from './place-order';
import type { PurchaseDeps } from './purchases.deps';

/** What can be bought here, from whom, and the registrant of the last order. */
export const readOffers = (deps: PurchaseDeps, { workspaceId }: Pick<RequestActor, 'workspaceId'>) =>
  deps.db.tenantSql(workspaceId, async (sql) => ({
    rows: offers.map(({ mailboxes, domains, ...offer }) => ({
      ...offer,
      mailboxes_min: mailboxes[0],
      mailboxes_max: mailboxes[1],
      domains_min: domains[0],
      domains_max: domains[1],
      unavailable: unavailableBecause(deps, { ...offer, mailboxes, domains }),
    })),
    is_sandbox: deps.isSandbox,
    registrar: deps.registrar?.name ?? null,
    mail_host: deps.mailHosts.SMTP?.name ?? null,
    seller: deps.payments?.name ?? null,
    restricted_names: [...restrictedSenderNames],
    registrant: await findLastRegistrant(workspaceId, sql),
  }));
