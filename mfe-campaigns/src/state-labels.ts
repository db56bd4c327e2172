import type { CampaignStatus, CampaignStatusReason, EnrolmentReason, LeadStatus } from '@skein/contracts/constants';
import { campaignStatusWords } from '@skein/mfe/campaign-status-labels';

/** Why a lead waits, beside the reasons for which it ends. */
type Hold = 'COMPANY_REPLY' | 'SOFT_BOUNCE' | 'RETRY' | 'DEDICATED_SERVER';

/** States and reasons of campaigns and leads, as they stand within a line. */
const words: Record<CampaignStatus | CampaignStatusReason | EnrolmentReason | LeadStatus | Hold, string> = /* text */ {
  ...campaignStatusWords,
  BLOCKED: 'blocked',
  BOUNCED: 'bounced',
  BOUNCE_GUARD: 'bounce guard',
  CAMPAIGN_STOPPED: 'campaign stopped',
  CATEGORY: 'category',
  CLICKED: 'clicked',
  COMPANY_REPLIED: 'company replied',
  COMPANY_REPLY: 'reply from the company',
  DEDICATED_SERVER: 'dedicated server',
  DO_NOT_CONTACT: 'do not contact',
  FAILED: 'failed',
  IMPORTED: 'imported',
  INPROGRESS: 'in progress',
  MANUAL: 'manual',
  OPENED: 'opened',
  OUT_OF_OFFICE: 'out of office',
  PARENT_REPLIED: 'parent replied',
  PUSHED: 'pushed',
  REPLIED: 'replied',
  RETRY: 'retry',
  SOFT_BOUNCE: 'soft bounce',
  STARTED: 'not contacted yet',
  SUPPRESSED: 'suppressed',
  UNSUBSCRIBED: 'unsubscribed',
  USER: 'by a person',
};

/** A state or a reason in words; a code that is newer than this page stays as it is. */
export const codeWords = (code: string): string => words[code as keyof typeof words] ?? code;

const sources: Record<string, string> = /* text */ {
  manual: 'manual',
  api: 'API',
  upload: 'upload',
  unsubscribe: 'unsubscribed',
  bounce: 'bounced',
  category: 'category',
  verification: 'verification',
  erasure: 'erased',
};

/** How an address came on the block list, within a line. */
export const blockSourceWords = (source: string): string => sources[source] ?? source;
