import type { ImportSource, importedStatuses } from '@skein/contracts/main/account-imports.contract';
import { askVendor, IntegrationError, jsonOf, type IntegrationAccess } from '#platform/integrations/integration-access';

export type SourceStatus = (typeof importedStatuses)[number];
export interface SourceSummary {
  id: string;
  name: string;
  status: SourceStatus;
}
/** A campaign as the other product has it. Steps, schedule and settings are checked like a person's input before they are saved. */
export interface SourceCampaign extends SourceSummary {
  steps: unknown[];
  schedule: Record<string, unknown>;
  settings: Record<string, unknown>;
  mailboxes: string[];
}
export interface SourceLead {
  fields: Record<string, unknown>;
  custom: Record<string, unknown>;
  email: string;
  state: 'OPEN' | 'DONE' | 'PAUSED' | 'STOPPED' | 'BLOCKED';
  /** What the lead itself tells; what was sent may tell more. */
  isReplied: boolean;
  isBounced: boolean;
  isUnsubscribed: boolean;
  /** Something was sent, as the lead tells. */
  isContacted: boolean;
}
/** One email that the other product sent from a campaign. `step` null: it does not say which. */
export interface SourceSent {
  email: string;
  step: number | null;
  at: string;
  subject: string | null;
  isReplied: boolean;
  isBounced: boolean;
  isUnsubscribed: boolean;
}
export interface SourceMailbox {
  email: string;
  name: string;
  type: string;
  dailyLimit: number | null;
}
interface SourcePage<Row> {
  rows: Row[];
  /** Where the next page begins; null behind the last. */
  next: string | null;
}

/** What an import asks another product. Every call may be repeated. @throws IntegrationError */
export interface AccountSource {
  listCampaigns(): Promise<SourceSummary[]>;
  readCampaign(id: string): Promise<SourceCampaign>;
  pauseCampaign(id: string): Promise<void>;
  sent(campaignId: string, cursor: string | null): Promise<SourcePage<SourceSent>>;
  leads(campaignId: string, cursor: string | null): Promise<SourcePage<SourceLead>>;
  mailboxes(cursor: string | null): Promise<SourcePage<SourceMailbox>>;
  /** Addresses and domains that must not be mailed. */
  blocked(cursor: string | null): Promise<SourcePage<string>>;
}

export const sourceNames: Record<ImportSource, string> = { SMARTLEAD: 'Smartlead', INSTANTLY: 'Instantly' };

/** Asks for JSON, and tells what was refused apart from what is tried again. */
export async function askSource(
  access: Pick<IntegrationAccess, 'ask'>,
  name: string,
  request: { method: 'GET' | 'POST'; url: string; headers?: Record<string, string>; body?: unknown },
): Promise<unknown> {
  const { body, headers, ...rest } = request;
  const answer = await askVendor(access.ask, name, {
    ...rest,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const more = { status: answer.status, retryAfter: answer.retryAfter };
  const code = String(answer.status);
  if (answer.status === 401 || answer.status === 403)
    throw new IntegrationError('AUTH', code, `${name} doesn’t accept this API key.`, more);
  if (answer.status === 429)
    throw new IntegrationError('RATE', code, `${name} asks to wait.`, { ...more, retryAfter: answer.retryAfter ?? 60 });
  if (answer.status >= 500) throw new IntegrationError('LATER', code, `${name} answered ${code}.`, more);
  if (answer.status >= 300) throw new IntegrationError('REFUSED', code, `${name} answered ${code}.`, more);
  return jsonOf(answer);
}

export const unreadable = (name: string) =>
  new IntegrationError('REFUSED', 'unreadable', `${name}’s answer could not be read.`);
