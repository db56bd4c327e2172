import type { BounceClass } from './bounce-class';
import type { SenderState } from './sender-state';

export type DeliveryAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** What a report says of one recipient. */
export interface ReportedRecipient {
  /** Lower case; null when the report names nobody. */
  address: string | null;
  /** The address the mail was sent to, when it was forwarded on. */
  originalAddress: string | null;
  action: DeliveryAction;
  status: string | null;
  /** The refusing server's own words. */
  diagnostic: string;
  remoteMta: string | null;
  class: BounceClass;
  /** The words or the code that decided the class. */
  reason: string;
  /** Set where its sender's own provider refused to send it. */
  sender: SenderState | null;
}

export interface DeliveryReport {
  /** `standard`: RFC 3464; `text`: read from the words of a server without a standard part. */
  source: 'standard' | 'text';
  reportingMta: string | null;
  /** The ENVID given at submission, which names our intent. */
  envelopeId: string | null;
  /** Ids of the mail reported on: from its returned headers, else from the report's text, References and In-Reply-To. */
  originalMessageIds: string[];
  originalSubject: string | null;
  recipients: ReportedRecipient[];
}
