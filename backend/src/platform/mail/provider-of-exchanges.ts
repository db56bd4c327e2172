/** Providers that are known by the hosts that receive their mail. */
const providers = [
  ['Gmail', /(^|\.)(google|googlemail)\.com$/],
  ['Outlook', /(^|\.)((outlook|hotmail|office365|protection\.outlook|mail\.protection\.outlook)\.com|mx\.microsoft)$/],
  ['Zoho', /(^|\.)zoho(mail)?\.[a-z.]{2,6}$/],
  ['Yahoo', /(^|\.)yahoodns\.net$/],
  ['iCloud', /(^|\.)mail\.icloud\.com$/],
] as const;
export type MailHost = (typeof providers)[number][0];

/** The provider behind MX hosts: the first host by priority that is one of the known ones; null when none is. */
export function providerOfExchanges(records: readonly { exchange: string; priority: number }[]): MailHost | null {
  for (const { exchange } of [...records].sort((one, other) => one.priority - other.priority)) {
    const host = exchange.toLowerCase().replace(/\.$/, '');
    for (const [provider, pattern] of providers) if (pattern.test(host)) return provider;
  }
  return null;
}
