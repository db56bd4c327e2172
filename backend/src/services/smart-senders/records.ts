import type { ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type {
  domainStatuses,
  DnsRecordView,
  mailboxStatuses,
  orderKinds,
  orderStatuses,
  Registrant,
} from '@skein/contracts/smart-senders/purchase-views';

/** Rows of the tables of this service. */
export interface OrderRecord {
  id: number;
  workspace_id: WorkspaceId;
  kind: (typeof orderKinds)[number];
  status: (typeof orderStatuses)[number];
  offer_id: number;
  client_id: ClientId | null;
  client_name: string | null;
  forwarding_domain: string;
  registrant: Registrant;
  trouble: string | null;
  created_by: number | null;
  created_by_name: string | null;
  created_at: Date;
  completed_at: Date | null;
}
export interface PaymentRecord {
  id: number;
  workspace_id: WorkspaceId;
  order_id: number;
  part: 'DOMAINS' | 'MAILBOXES';
  attempt: number;
  amount_cents: number;
  refunded_cents: number;
  status: 'PENDING' | 'PAID' | 'FAILED' | 'CANCELLED';
  provider: string;
  checkout_id: string | null;
  checkout_url: string | null;
  subscription_id: string | null;
  failure: string | null;
  created_at: Date;
  paid_at: Date | null;
}
export interface DomainRecord {
  id: number;
  workspace_id: WorkspaceId;
  order_id: number;
  name: string;
  status: (typeof domainStatuses)[number];
  price_cents: number;
  forwards_to: string;
  failure: string | null;
  failure_reply: string | null;
  can_retry: boolean;
  tries: number;
  records: DnsRecordView[];
  dns_passes: boolean | null;
  dns_checked_at: Date | null;
  auto_renew: boolean;
  registered_at: Date | null;
  activated_at: Date | null;
  expires_at: Date | null;
  warned_days: number | null;
}
export interface MailboxRecord {
  id: number;
  workspace_id: WorkspaceId;
  order_id: number;
  domain_id: number;
  domain: string;
  local_part: string;
  first_name: string;
  last_name: string;
  picture_key: string | null;
  status: (typeof mailboxStatuses)[number];
  price_cents: number;
  failure: string | null;
  failure_reply: string | null;
  can_retry: boolean;
  tries: number;
  sealed_password: Buffer | null;
  mailbox_id: MailboxId | null;
  created_at: Date | null;
  ready_at: Date | null;
  renews_at: Date | null;
  is_cancelled: boolean;
}
export interface RenewalRecord {
  domain_id: number;
  name: string;
  domain_status: DomainRecord['status'];
  price_cents: number;
  expires_before: Date;
  renewed_at: Date | null;
}
/** An order with everything in it. */
export interface WholeOrder {
  order: OrderRecord;
  /** Every attempt, oldest first. */
  payments: PaymentRecord[];
  domains: DomainRecord[];
  mailboxes: MailboxRecord[];
  renewals: RenewalRecord[];
}
