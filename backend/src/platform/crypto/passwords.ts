import { hash, verify } from '@node-rs/argon2';

/** Algorithm 2 is argon2id; 19 MiB and two passes are OWASP's first choice and take 14 ms here. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Longer ones are refused before hashing: nobody types them, and they cost time. */
const MAXIMUM_PASSWORD_LENGTH = 1024;

export async function hashPassword(password: string): Promise<string> {
  if (password.length > MAXIMUM_PASSWORD_LENGTH)
    throw new RangeError(`A password has at most ${MAXIMUM_PASSWORD_LENGTH} characters.`);
  return hash(password, COST);
}

let decoy: Promise<string> | undefined;

/**
 * True when the password belongs to the hash. Without a hash (no such user) it takes the same time and answers false,
 * so that an answer's delay does not tell who has an account.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (password.length > MAXIMUM_PASSWORD_LENGTH) return false;
  if (stored) return verify(stored, password);
  decoy ??= hash('no one has this password', COST);
  await verify(await decoy, password);
  return false;
}
