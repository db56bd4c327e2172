import { seededUnit } from '../engine/sending/seeded-random';
import { derivePurposeKey, type MasterKey } from '../platform/crypto/master-key';
import type { Vault } from '../platform/crypto/vault';
import { seedSecretContext, type Seed } from '../services/smart-delivery/seeds.store';
import type { MailWorld } from './mail-world/world';

const domain = 'placement-seeds.test';
const regions = ['North America', 'Europe', 'Asia', 'South America', 'Oceania'];
/** The stand-ins: share of harmless mails that each puts into Junk, and what each word of advertising adds to it. */
const providers = [
  { name: 'Gmail stand-in', key: 'gmail', base: 0.04, perWord: 0.3 },
  { name: 'Google Workspace stand-in', key: 'workspace', base: 0.03, perWord: 0.25 },
  { name: 'Outlook stand-in', key: 'outlook', base: 0.1, perWord: 0.35 },
  { name: 'Microsoft 365 stand-in', key: 'microsoft', base: 0.08, perWord: 0.3 },
  { name: 'Yahoo stand-in', key: 'yahoo', base: 0.06, perWord: 0.3 },
  { name: 'iCloud stand-in', key: 'icloud', base: 0.03, perWord: 0.2 },
  { name: 'Zoho stand-in', key: 'zoho', base: 0.05, perWord: 0.25 },
  { name: 'GMX stand-in', key: 'gmx', base: 0.05, perWord: 0.25 },
];
const advertising =
  /\b(?:free|guarantee[ds]?|winner|cash|urgent|act now|limited time|click here|no obligation|risk[- ]free|buy now)\b/gi;

/**
 * The rule by which a stand-in files a mail: its own base share, more for each word of advertising and each exclamation mark, against a
 * number that the seed's address and the Message-ID give. What this says of real providers is nothing; screens call it simulated.
 */
export function isJunkAtSeed(raw: Buffer, messageId: string | null): boolean {
  const text = raw.subarray(0, 64_000).toString('latin1');
  const address = new RegExp(`^To:.*?([a-z]+\\.[0-4]@${domain.replace('.', '\\.')})`, 'im').exec(text)?.[1];
  const provider = providers.find(({ key }) => address?.startsWith(`${key}.`));
  if (!address || !provider || messageId === null) return false;
  const words = new Set((text.match(advertising) ?? []).map((word) => word.toLowerCase())).size;
  const shouts = Math.min(5, (text.match(/!/g) ?? []).length);
  return seededUnit('placement-seed', address, messageId) < provider.base + words * provider.perWord + shouts * 0.03;
}

/** Makes the forty loopback mailboxes of eight stand-ins in five regions. @returns the seeds to register */
export async function makeSandboxSeeds(mail: MailWorld, keys: { vault: Vault; masterKey: MasterKey }): Promise<Seed[]> {
  const secret = Buffer.from(derivePurposeKey(keys.masterKey, 'sandbox-placement-seeds')).toString('hex').slice(0, 32);
  const seeds: Seed[] = [];
  for (const { name, key } of providers)
    for (const [index, region] of regions.entries()) {
      const email = `${key}.${index}@${domain}`;
      await mail.createMailbox({ email, password: secret });
      seeds.push({
        email,
        provider: name,
        region,
        is_sandbox: true,
        imap: { host: mail.imap.host, port: mail.imap.port, portType: 'NONE' },
        sealed_password: Buffer.from(keys.vault.seal(secret, seedSecretContext(email))),
      });
    }
  mail.addJunkRule(isJunkAtSeed);
  return seeds;
}
