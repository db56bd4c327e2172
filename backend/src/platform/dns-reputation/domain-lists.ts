import type { BlockList } from './block-list';

type Few = Pick<BlockList, 'zone' | 'name' | 'weight' | 'page'> & Partial<BlockList>;
const domain = (list: Few): BlockList => ({ lists: 'domain', codes: {}, ...list });
const one = (reason: string) => ({ '127.0.0.2': reason });

/** Lists of domains. */
export const domainLists: readonly BlockList[] = [
  domain({
    zone: 'dbl.spamhaus.org',
    name: 'Spamhaus DBL',
    weight: 'high',
    testName: 'dbltest.com',
    page: 'https://check.spamhaus.org/',
    refusals: ['127.0.1.255'],
    codes: {
      '127.0.1.2': 'a spam domain',
      '127.0.1.4': 'a phishing domain',
      '127.0.1.5': 'a malware domain',
      '127.0.1.6': 'a botnet control domain',
      '127.0.1.102': 'a legitimate domain that was abused for spam',
      '127.0.1.103': 'an abused redirector',
      '127.0.1.104': 'a legitimate domain that was abused for phishing',
      '127.0.1.105': 'a legitimate domain that was abused for malware',
      '127.0.1.106': 'a legitimate domain that was abused for botnet control',
    },
  }),
  domain({
    zone: 'multi.surbl.org',
    name: 'SURBL',
    weight: 'high',
    testName: 'test.surbl.org',
    page: 'https://surbl.org/surbl-analysis',
    refusals: ['127.0.0.1'],
    bits: { 8: 'phishing', 16: 'malware', 64: 'abuse', 128: 'a cracked site' },
  }),
  domain({
    zone: 'multi.uribl.com',
    name: 'URIBL',
    weight: 'high',
    testName: 'test.uribl.com',
    page: 'https://admin.uribl.com/',
    refusals: ['127.0.0.1', '127.0.0.255'],
    bits: { 2: 'black: found in spam', 4: 'grey: found in bulk mail', 8: 'red: a new or suspicious domain' },
  }),
  domain({
    zone: 'uribl.spameatingmonkey.net',
    name: 'Spam Eating Monkey URIBL',
    weight: 'medium',
    page: 'https://spameatingmonkey.com/lookup',
    codes: { '127.0.0.2': 'found in spam', '127.0.0.3': 'found in spam' },
  }),
  domain({
    zone: 'fresh15.spameatingmonkey.net',
    name: 'Spam Eating Monkey Fresh',
    weight: 'medium',
    page: 'https://spameatingmonkey.com/lookup',
    codes: one('registered within the last 15 days'),
  }),
  domain({
    zone: 'rhsbl.zapbl.net',
    name: 'ZapBL domains',
    weight: 'low',
    page: 'https://zapbl.net/lookup',
    codes: one('sent to spam traps'),
  }),
  domain({
    zone: 'uribl.swinog.ch',
    name: 'SwiNOG URIBL',
    weight: 'low',
    page: 'https://antispam.imp.ch/',
    codes: { '127.0.0.2': 'found in spam', '127.0.0.3': 'found in spam' },
  }),
  domain({
    zone: 'dbl.nordspam.com',
    name: 'NordSpam domains',
    weight: 'low',
    page: 'https://www.nordspam.com/',
    codes: one('found in spam'),
  }),
  domain({
    zone: 'dbl.suomispam.net',
    name: 'Suomispam domains',
    weight: 'low',
    page: 'https://suomispam.net/',
    codes: {},
  }),
  domain({
    zone: 'uribl.abuse.ro',
    name: 'Abuse.ro domains',
    weight: 'low',
    page: 'https://abuse.ro/',
    codes: {},
  }),
];
