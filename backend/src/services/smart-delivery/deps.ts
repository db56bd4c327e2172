import type { LookUp } from '../../platform/dns-reputation/look-up';
import type { Reputation } from '../../platform/dns-reputation/reputation';
import type { AskServer } from '../../platform/http/ask-server';
import type { ServiceDeps } from '../../platform/http/service-deps';
import type { SpamChecker } from '../../platform/mail/spamd-client';

/** What checks of a run are made with; tests and the sandbox bring their own DNS. */
export interface CheckTools {
  lookUp: LookUp;
  reputation: Reputation;
  /** Null where no SpamAssassin is set up. */
  spamChecker: SpamChecker | null;
  askServer: AskServer;
}

/** What the service is started with beside what every service has. */
export interface SmartDeliveryDeps extends ServiceDeps {
  tools: CheckTools;
  /** Publishes a TXT record in the sandbox's DNS; null outside the sandbox. */
  publishTxt: ((name: string, value: string) => void) | null;
}
