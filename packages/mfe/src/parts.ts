/**
 * The parts that areas show of each other, and the contract of their props. A name is permanent, and props only grow: the two
 * sides are deployed at different times.
 */
export interface PartContracts {
  /** One conversation with its composer. */
  'inbox/thread': { threadId: number; onClose?: () => void };
  /** A lead: what is known, what was sent, why it was or was not mailed. */
  'campaigns/lead-panel': { leadId: number; campaignId?: number; onClose?: () => void };
  /** Choice of mailboxes with their load of today. */
  'accounts/mailbox-picker': { selected: number[]; onChange: (mailboxIds: number[]) => void; campaignId?: number };
  /** The rows behind one figure: of a campaign, or of all. Days are counted in `timeZone`; without them all time is meant. */
  'analytics/figure-rows': {
    measure: string;
    campaignId?: number;
    stepId?: number;
    variantId?: number;
    campaignIds?: number[];
    clientIds?: number[];
    mailboxIds?: number[];
    tagIds?: number[];
    from?: string;
    to?: string;
    timeZone: string;
    axis: 'event' | 'sent';
    includeOutOfOffice: boolean;
  };
}

export type PartName = keyof PartContracts;
