import type { Cloud } from '../../platform/cloud/cloud';
import type { Vault } from '../../platform/crypto/vault';
import type { ServiceDeps } from '../../platform/http/service-deps';

/** What the smart-servers service is started with. */
export interface SmartServersDeps extends ServiceDeps {
  /** Where servers are made; null where this installation has no cloud. */
  cloud: Pick<Cloud, 'name'> | null;
  vault: Vault;
  isSandbox: boolean;
}
