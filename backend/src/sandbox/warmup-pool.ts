import { derivePurposeKey, type MasterKey } from '#platform/crypto/master-key';
import type { Vault } from '#platform/crypto/vault';
import { seededUnit } from '#engine/sending/seeded-random';
import { warmupHeader } from '#engine/warmup/warmup-identity';
import { poolSecretContext, type PoolMember } from '#services/warmup/pool.store';
import type { MailWorld } from './mail-world/world';

/** Name under which the screens show it. */
export const sandboxPool = 'Sandbox pool';
const domain = 'warmup-pool.test';
const names = [
  'Ada Holm',
  'Ben Castro',
  'Clara Nowak',
  'David Osei',
  'Elin Strand',
  'Farid Amiri',
  'Grace Ito',
  'Henrik Vale',
  'Ines Prado',
  'Jonas Weber',
  'Kira Novak',
  'Liam Byrne',
];
/** Share of warmup mails that the sandbox's servers put into Junk, so that there is something to rescue. Nothing is measured by it. */
const junkShare = 0.06;

/**
 * Makes the pool's loopback mailboxes in the mail world; some warmup mails land in Junk there from now on.
 * @returns the members to register
 */
export async function makeSandboxPool(
  mail: MailWorld,
  keys: { vault: Vault; masterKey: MasterKey },
): Promise<PoolMember[]> {
  const server = (at: { host: string; port: number }) => ({ host: at.host, port: at.port, portType: 'NONE' as const });
  const secret = Buffer.from(derivePurposeKey(keys.masterKey, 'sandbox-warmup-pool')).toString('hex').slice(0, 32);
  const members: PoolMember[] = [];
  for (const name of names) {
    const email = `${name.toLowerCase().replace(' ', '.')}@${domain}`;
    await mail.createMailbox({ email, password: secret });
    members.push({
      email,
      name,
      pool: sandboxPool,
      is_sandbox: true,
      servers: { smtp: server(mail.smtp), imap: server(mail.imap) },
      sealed_password: Buffer.from(keys.vault.seal(secret, poolSecretContext(email))),
    });
  }
  mail.setJunkRule(
    (raw, messageId) =>
      messageId !== null &&
      raw.subarray(0, 4_000).toString('latin1').toLowerCase().includes(`${warmupHeader.toLowerCase()}:`) &&
      seededUnit('sandbox-junk', messageId) < junkShare,
  );
  return members;
}
