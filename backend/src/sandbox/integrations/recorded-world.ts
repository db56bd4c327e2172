import type { RecordedCampaign, RecordedLead } from './recorded-account';

export const sandboxImportKeys = { SMARTLEAD: 'sandbox-smartlead-key', INSTANTLY: 'sandbox-instantly-key' } as const;

/** The bodies of the steps of each campaign. */
export const recordedTexts = [
  'Hi {{first_name}}, I saw that {{company_name}} runs trucks back empty.',
  'Any thoughts?',
  'Last note from me.',
];

/** The recorded account as both stand-ins show it. */
export interface RecordedWorld {
  statusOf(id: number): string;
  pause(id: number): void;
  found(id: string): RecordedCampaign | undefined;
  sentOf(campaign: RecordedCampaign): { lead: RecordedLead; step: number; at: string }[];
  isDown(): boolean;
}
