import type { LookUp } from '#platform/dns-reputation/look-up';
import type { Reputation } from '#platform/dns-reputation/reputation';
import type { AskServer } from '#platform/http/ask-server';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { SpamChecker } from '#platform/mail/spamd-client';
import type { ReportPorts } from '#platform/mail/report-mail';
import type { HeavyWork } from '#platform/workers/heavy-work';
import type { PlacementActions } from './follow-run';
import type { CheckDeps } from './seeds';

/** What checks of a run are made with; tests and the sandbox bring their own DNS. */
export interface CheckTools {
  lookUp: LookUp;
  reputation: Reputation;
  /** Null where no SpamAssassin is set up. */
  spamChecker: SpamChecker | null;
  askServer: AskServer;
}

/** Dependencies in addition to those of every service. */
export interface SmartDeliveryDeps
  extends ServiceDeps, Pick<CheckDeps, 'vault' | 'isSandbox' | 'mailPrivateHosts' | 'noteOperator' | 'ownSeeds'> {
  tools: CheckTools;
  heavyWork: Pick<HeavyWork, 'run'>;
  /** The brand that reports wear, and the signature of links to them. */
  reports: Pick<ReportPorts, 'brandOf' | 'sign'>;
  /** Ends what tests did to mailboxes and steps. */
  actions: Pick<PlacementActions, 'recover' | 'resumeStep'>;
  /** Publishes a TXT record in the sandbox's DNS; null outside the sandbox. */
  publishTxt: ((name: string, value: string) => void) | null;
}
