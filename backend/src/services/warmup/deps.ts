import type { WorkspaceId } from '@skein/contracts/ids';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { DnsResolver } from '#platform/mail/check-dns';

/** One-time codes that are mailed to a mailbox. */
export interface CodeMail {
  hash: (text: string) => string;
  /** @throws Error when the product's mail server does not take it */
  send: (
    to: { workspaceId: WorkspaceId; email: string; name: string; isClients: boolean },
    code: string,
  ) => Promise<void>;
}

/** What the service is started with. */
export interface WarmupDeps extends ServiceDeps {
  codes: CodeMail;
  resolver: DnsResolver;
}
