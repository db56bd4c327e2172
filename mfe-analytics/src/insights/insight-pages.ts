/** The pages of analytics v2, in the order of their tabs; each stands under its own address. */
export const insightPages = [
  { id: 'agency-insights', label: 'Agency' },
  { id: 'performance-metrics', label: 'Performance' },
  { id: 'overall-client-performance', label: 'Clients' },
  { id: 'lead-response', label: 'Lead response' },
  { id: 'team-board', label: 'Team' },
  { id: 'email-health-metrics', label: 'Mailbox health' },
  { id: 'domain-health-metrics', label: 'Domain health' },
  { id: 'campaign-performance', label: 'Campaigns' },
  { id: 'campaign-response-analysis', label: 'Replies' },
  { id: 'email-provider-performance', label: 'Providers' },
] as const;
export type InsightPageId = (typeof insightPages)[number]['id'];
