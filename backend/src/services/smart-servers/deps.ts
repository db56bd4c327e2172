import type { Cloud } from '#platform/cloud/cloud';
import type { CardPayments } from '#platform/payments/card-payments';
import type { Vault } from '#platform/crypto/vault';
import type { ServiceDeps } from '#platform/http/service-deps';

/** What the smart-servers service is started with. */
export interface SmartServersDeps extends ServiceDeps {
  /** Where servers are made; null where this installation has no cloud. */
  cloud: Pick<Cloud, 'name'> | null;
  /** Who takes the cards; null where nobody does. */
  payments: CardPayments | null;
  publicUrl: string;
  vault: Vault;
  /** Servers of all workspaces together at most: they are rented on the operator's account. */
  mostServers: number;
  isSandbox: boolean;
}
