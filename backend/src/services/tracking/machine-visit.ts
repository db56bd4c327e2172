import { isbot, isbotMatch } from 'isbot';
import type { VisitVerdict } from '#platform/tracking/visit-recorder';

export interface Visit {
  kind: 'open' | 'click';
  /** As sent; empty counts as a machine, since every mail program and browser names itself. */
  userAgent: string;
  method: string;
  /** What the request says it is for: Sec-Purpose, Purpose, X-Purpose or X-Moz. */
  purpose?: string | undefined;
}

/** Nobody reads and answers an email sooner: until then it is checked and delivered. */
const soonestPerson = 10_000;
/** Until then a provider's proxy fetches pictures for the delivery; afterwards because somebody opens the email. */
const deliveryFetch = 30_000;

/** Products that check emails for companies. Their agents name them, at the beginning of a word. */
const scanner =
  /(?<![a-z0-9])(?:avanan|barracuda|bitdefender|checkpoint|cisco ?secure|cloudmark|eset|fireeye|forcepoint|forti(?:gate|guard|mail|net)|hornetsecurity|ironport|ironscales|kaspersky|messagelabs|mimecast|proofpoint|safe ?links|sophos|spamtitan|symantec|tmes|trend ?micro|url ?defense|vade ?secure|zscaler)/i;

/** Gmail samples the pictures and links of an email while it delivers it, as a browser that was last seen in 2015. */
const gmailAtDelivery = /Chrome\/42\.0\.2311\.135\b.*\bEdge\/12\.246\b|(?<![a-z])Gmail-content-sampling\b/i;

/** Apple's Mail Privacy Protection loads every picture, opened or not, through proxies that give this and nothing else. */
const appleProxy = 'mozilla/5.0';

/** Proxies of providers that load a picture when somebody looks at it, and some of them once more before that. */
const imageProxy =
  /(?<![a-z])(?:ggpht\.com|(?:[a-z]+[ -]?)?(?:image|img|mail)[ -]?proxy|protonmail|hey[ -]proxy)(?![a-z])/i;

/** A browser engine that names no browser: Apple Mail, or a proxy that hides which program asks. */
const bareEngine = /^Mozilla\/5\.0 \([^()]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)$/i;

/** Mail programs: a picture loaded by one means that a person opened the email. */
const mailProgram =
  /(?<![a-z])(?:airmail|apple ?mail|aqua ?mail|blue ?mail|canary|cfnetwork|em ?client|evolution|foxmail|k-?9|kmail|lotus[ -]notes|mac ?outlook|mail ?mate|mailbird|mimestream|ms-?office|microsoft (?:office|outlook)|newton|notion ?mail|outlook|postbox|polymail|roundcube|samsung ?email|shortwave|spark|sparrow|superhuman|the bat!|thunderbird|typeapp|windows ?mail|zimbra)(?![a-z])/i;

/** Office programs fetch a link before they hand it to the browser. */
const officeProgram = /(?<![a-z])(?:ms-?office|microsoft office)(?![a-z])/i;

/** The name of a phone may hold "bot" or "spider"; it says nothing about who asks. */
const withoutPhone = (agent: string) => agent.replace(/(\((?:Linux; )?(?:U; )?Android [^;()]*);[^()]*\)/i, '$1)');

const person: VisitVerdict = { isMachine: false, rule: null };
const machine = (rule: string): VisitVerdict => ({ isMachine: true, rule });

/**
 * Whether a machine caused a visit, and the rule that said so (docs/engine.md, Replies, bounces, opens).
 * @param sinceSent milliseconds of campaign time since the email was handed over; negative when the server's answer is still under way
 */
export function machineVisit({ kind, userAgent, method, purpose }: Visit, sinceSent: number): VisitVerdict {
  const agent = userAgent.trim().slice(0, 1_000);
  if (method === 'HEAD') return machine('HEAD request');
  if (purpose && /prefetch|prerender|preview/i.test(purpose)) return machine('prefetch');
  if (agent === '') return machine('no user agent');
  if (agent.toLowerCase() === appleProxy) return machine('Apple Mail Privacy Protection');
  if (gmailAtDelivery.test(agent)) return machine('Gmail at delivery');
  const product = scanner.exec(agent)?.[0];
  if (product) return machine(product.toLowerCase());
  if (sinceSent < soonestPerson) return machine('seconds after sending');
  if (kind === 'click' && officeProgram.test(agent)) return machine('Office checks a link');
  const isProxy = imageProxy.test(agent);
  if (kind === 'open' && (isProxy || bareEngine.test(agent)))
    return sinceSent < deliveryFetch ? machine('image proxy at delivery') : person;
  if (isProxy) return machine('image proxy');
  if (mailProgram.test(agent) && !/\+https?:/i.test(agent)) return person;
  const known = withoutPhone(agent);
  return isbot(known) ? machine((isbotMatch(known) ?? 'bot').toLowerCase()) : person;
}
