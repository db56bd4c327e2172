import { seededUnit } from '#engine/sending/seeded-random';
import { derivePurposeKey, type MasterKey } from '#platform/crypto/master-key';
import type { Vault } from '#platform/crypto/vault';
import type { LookUp } from '#platform/dns-reputation/look-up';
import { authenticateMessage } from '#platform/mail-authentication/authenticate-message';
import { seedSecretContext, type Seed } from '#services/smart-delivery/seeds.store';
import { mailDate } from './mail-world/smtp/accept-mail';
import type { Arrival, ArrivingMail } from './mail-world/smtp/arrival';
import type { MailWorld } from './mail-world/world';
import { hostOfAddress, sandboxSelector, sandboxSigningKey, sendingAddress } from './placement-dns';

const domain = 'placement-seeds.test';
const regions = ['North America', 'Europe', 'Asia', 'South America', 'Oceania'];
/** The stand-ins: share of harmless mails that each puts into Junk, and what each word of advertising adds to it. */
const providers = [
  { name: 'Gmail stand-in', key: 'gmail', base: 0.04, perWord: 0.3, hasTabs: true },
  { name: 'Google Workspace stand-in', key: 'workspace', base: 0.03, perWord: 0.25, hasTabs: true },
  { name: 'Outlook stand-in', key: 'outlook', base: 0.08, perWord: 0.35, hasTabs: false },
  { name: 'Microsoft 365 stand-in', key: 'microsoft', base: 0.06, perWord: 0.3, hasTabs: false },
  { name: 'Yahoo stand-in', key: 'yahoo', base: 0.05, perWord: 0.3, hasTabs: false },
  { name: 'iCloud stand-in', key: 'icloud', base: 0.03, perWord: 0.2, hasTabs: false },
  { name: 'Zoho stand-in', key: 'zoho', base: 0.05, perWord: 0.25, hasTabs: false },
  { name: 'GMX stand-in', key: 'gmx', base: 0.05, perWord: 0.25, hasTabs: false },
];
type Provider = (typeof providers)[number];
const advertising =
  /\b(?:free|guarantee[ds]?|winner|cash|urgent|act now|limited time|click here|no obligation|risk[- ]free|buy now)\b/gi;
/** What failed authentication adds to the share in Junk. */
const authenticationCosts = { spf: 0.6, dkim: 0.4, dmarc: 0.3 } as const;

/**
 * The rule by which a stand-in files a mail: its own base share, more for each word of advertising, each exclamation
 * mark and what failed of SPF, DKIM and DMARC, against a number that the seed, the sender, the subject and the day
 * give. Mail that has earned more than twice certainty is refused by GMX and lost at Outlook, now and then. What this
 * says of real providers is nothing; screens call it simulated.
 */
function placeOf(
  provider: Provider,
  text: string,
  failed: readonly (keyof typeof authenticationCosts)[],
  unit: number,
) {
  const words = new Set((text.match(advertising) ?? []).map((word) => word.toLowerCase())).size;
  const shouts = Math.min(5, (text.match(/!/g) ?? []).length);
  const cost = failed.reduce((sum, each) => sum + authenticationCosts[each], 0);
  const share = provider.base + words * provider.perWord + shouts * 0.03 + cost;
  if (share > 2 && unit < 0.05 && provider.key === 'gmx') return 'REFUSED';
  if (share > 2 && unit < 0.05 && provider.key === 'outlook') return 'LOST';
  if (unit < share) return 'JUNK';
  const links = (text.match(/https?:\/\//g) ?? []).length;
  return provider.hasTabs && links >= 3 ? 'Promotions' : 'INBOX';
}

/** The same copy from the same mailbox to the same seed on the same day has the same luck. */
const unitOf = ({ recipient, sender, at }: ArrivingMail, text: string): number =>
  seededUnit('seed', recipient, sender, /^subject:.*/im.exec(text)?.[0] ?? '', Math.floor(at / 86_400_000));

/** How a mail reaches a seed: signed and handed over by the sandbox's sending server, then judged by what arrived. */
const arrivalAt =
  (lookUp: LookUp, masterKey: MasterKey) =>
  async (mail: ArrivingMail): Promise<Arrival | null> => {
    const provider = providers.find(({ key }) => mail.recipient.startsWith(`${key}.`));
    const from = mail.sender.split('@')[1];
    if (!provider || !from || !mail.recipient.endsWith(`@${domain}`)) return null;
    const { dkimSign } = await import('mailauth');
    const { signatures } = await dkimSign(mail.raw, {
      canonicalization: 'relaxed/relaxed',
      signTime: new Date(mail.at),
      signatureData: [
        {
          signingDomain: from,
          selector: sandboxSelector,
          privateKey: sandboxSigningKey(masterKey).export({ format: 'pem', type: 'pkcs8' }).toString(),
          algorithm: 'ed25519-sha256',
        },
      ],
    });
    const [address, date] = [sendingAddress(from), mailDate(mail.at)];
    const host = hostOfAddress(address);
    const trace = [
      `Return-Path: <${mail.sender}>`,
      `Delivered-To: ${mail.recipient}`,
      `Received: from ${host} (${host} [${address}]) by mx.${provider.key}.test with ESMTPS`,
      `\tfor <${mail.recipient}>; ${date}`,
    ];
    const submission = `Received: from [127.0.0.1] by ${host} with ESMTPA; ${date}`;
    const raw = Buffer.concat([
      Buffer.from(`${trace.join('\r\n')}\r\n`),
      Buffer.from(`${signatures.trim()}\r\n${submission}\r\n`),
      mail.raw,
    ]);
    const { spf, dkim, dmarc } = await authenticateMessage(raw, lookUp);
    const failed = [
      ...(spf.result === 'pass' ? [] : ['spf' as const]),
      ...(dkim.some(({ result }) => result === 'pass') ? [] : ['dkim' as const]),
      ...(dmarc.result === 'fail' ? ['dmarc' as const] : []),
    ];
    const text = mail.raw.subarray(0, 64_000).toString('latin1');
    const place = placeOf(provider, text, failed, unitOf(mail, text));
    if (place === 'REFUSED') return { raw, folder: null, refusal: `5.7.1 mx.${provider.key}.test takes no such mail` };
    return { raw, folder: place === 'LOST' ? null : place, refusal: null };
  };

/** Makes the forty loopback mailboxes of eight stand-ins in five regions. @returns the seeds to register */
export async function makeSandboxSeeds(
  mail: MailWorld,
  keys: { vault: Vault; masterKey: MasterKey },
  lookUp: LookUp,
): Promise<Seed[]> {
  const secret = Buffer.from(derivePurposeKey(keys.masterKey, 'sandbox-placement-seeds')).toString('hex').slice(0, 32);
  const seeds: Seed[] = [];
  for (const { name, key, hasTabs } of providers)
    for (const [index, region] of regions.entries()) {
      const email = `${key}.${index}@${domain}`;
      await mail.createMailbox({ email, password: secret, folders: hasTabs ? ['Promotions'] : [] });
      seeds.push({
        email,
        provider: name,
        region,
        is_sandbox: true,
        imap: { host: mail.imap.host, port: mail.imap.port, portType: 'NONE' },
        sealed_password: Buffer.from(keys.vault.seal(secret, seedSecretContext(email))),
      });
    }
  mail.setArrivalRule(arrivalAt(lookUp, keys.masterKey));
  return seeds;
}
