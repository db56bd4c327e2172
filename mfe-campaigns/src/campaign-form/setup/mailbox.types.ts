import type { z } from 'zod';
import type { campaignMailbox } from '@skein/contracts/main/campaign-mailboxes.contract';

/** A mailbox of the campaign, as its card shows it. */
export type Mailbox = z.output<typeof campaignMailbox>;
