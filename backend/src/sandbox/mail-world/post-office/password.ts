import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt);

/** scrypt’s cost, kept low: sandbox mailboxes hold nobody’s real mail, and one import can create a thousand of them. */
const cost = 1024;
/** Node’s default, which hashes without a cost were made with. */
const unnamedCost = 16_384;

/** A salted scrypt hash of a mailbox password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, 32, { N: cost });
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}$${cost}`;
}

/**
 * Checks passwords. A campaign logs in for every mail, so a password that was right is remembered as a keyed hash for
 * the life of the process and scrypt runs once a mailbox.
 */
export class PasswordChecker {
  private readonly key = randomBytes(32);
  private readonly known = new Map<string, Buffer>();

  /** A password that was just set is right: nobody has to prove it once more. */
  remember(passwordHash: string, password: string): void {
    this.known.set(passwordHash, this.quick(password));
  }

  private quick(password: string): Buffer {
    return createHmac('sha256', this.key).update(password).digest();
  }

  async isRight(passwordHash: string, password: string): Promise<boolean> {
    const quick = this.quick(password);
    const known = this.known.get(passwordHash);
    if (known && timingSafeEqual(known, quick)) return true;
    const [, salt, expected, named] = passwordHash.split('$');
    if (!salt || !expected) return false;
    const wanted = Buffer.from(expected, 'base64');
    const key = await derive(password, Buffer.from(salt, 'base64'), 32, { N: named ? Number(named) : unnamedCost });
    if (wanted.length !== key.length || !timingSafeEqual(wanted, key)) return false;
    this.known.set(passwordHash, quick);
    return true;
  }
}
