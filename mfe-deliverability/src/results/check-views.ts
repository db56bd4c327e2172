/** What was checked about a run, each an address of its own. */
export const checkViews = [
  ['spf', 'SPF'],
  ['dkim', 'DKIM'],
  ['dmarc', 'DMARC'],
  ['rdns', 'Reverse DNS'],
  ['domainblocklist', 'Domain block lists'],
  ['ipblocklist', 'IP block lists'],
  ['IpReputation', 'IP reputation'],
  ['ip-analytics', 'IP analytics'],
  ['spam-assassin', 'Spam filters'],
] as const;
export type CheckView = (typeof checkViews)[number][0];
export const isCheckView = (view: string): view is CheckView => checkViews.some(([each]) => each === view);
