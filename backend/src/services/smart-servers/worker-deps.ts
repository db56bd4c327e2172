import type { Cloud } from '#platform/cloud/cloud';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { AddressDns } from '#platform/dns/address-dns';
import type { Reputation } from '#platform/dns-reputation/reputation';
import type { Registration } from '#platform/http/rdap';
import type { Live } from '#platform/live/live';
import type { CardPayments } from '#platform/payments/card-payments';
import type { ConnectionRules } from '#platform/mail/mail-server';

export interface ServerWorkerDeps {
  db: Database;
  live: Live;
  /** null where this installation has none: servers that were made elsewhere are only watched. */
  cloud: Cloud | null;
  /** Who takes the cards; null where nobody does. */
  payments: CardPayments | null;
  dns: AddressDns;
  /** Block lists, by DNS. */
  reputation: Pick<Reputation, 'listed'>;
  vault: Vault;
  rules: ConnectionRules;
  isSandbox: boolean;
  /** Campaign time. */
  now: () => number;
  /** Who an address is registered to; null when nobody says. */
  registrationOf: (ip: string) => Promise<Registration | null>;
  /** Real seconds between two looks at a record that is not published yet, and at a server. */
  pace: { records: number; probe: number; failedProbe: number; checks: number };
  log: { error: (fields: object, text: string) => void };
}
