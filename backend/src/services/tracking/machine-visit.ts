/** Fetchers of images and links that are no person: mail privacy proxies, link scanners, previews. Matched in user agents, in lower case. */
const machineAgents = [
  'googleimageproxy',
  'ggpht',
  'yahoomailproxy',
  'yahoo! slurp',
  'barracuda',
  'mimecast',
  'proofpoint',
  'safelinks',
  'microsoft office',
  'msoffice',
  'outlook-ios-proxy',
  'symantec',
  'fireeye',
  'trendmicro',
  'cloudmark',
  'bitdefender',
  'sophos',
  'bot',
  'crawler',
  'spider',
  'preview',
  'headless',
  'python-requests',
  'curl/',
  'wget/',
  'go-http-client',
  'java/',
  'okhttp',
  'axios/',
  'node-fetch',
];

/** Apple Mail Privacy Protection loads every image through a proxy that gives this bare user agent and nothing else. */
const appleProxyAgent = 'mozilla/5.0';

/**
 * Whether a visit was caused by a machine (docs/engine.md, Replies, bounces, opens), with the rule that said so.
 * @param userAgent as sent; empty counts as a machine, since every mail program names itself
 */
export function machineVisit(
  userAgent: string,
  headers: { purpose?: string; method: string },
): { isMachine: boolean; rule: string | null } {
  const agent = userAgent.trim().toLowerCase();
  if (headers.method === 'HEAD') return { isMachine: true, rule: 'HEAD request' };
  if (agent === '') return { isMachine: true, rule: 'no user agent' };
  if (agent === appleProxyAgent) return { isMachine: true, rule: 'Apple Mail Privacy Protection' };
  if (headers.purpose && /prefetch|preview/i.test(headers.purpose)) return { isMachine: true, rule: 'prefetch' };
  const found = machineAgents.find((name) => agent.includes(name));
  return { isMachine: found !== undefined, rule: found ?? null };
}
