import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** An email whose content its server has and whose final dot comes next. The Message-ID names nobody: it is a keyed hash. */
const journaledSend = z.object({
  messageId: z.string(),
  mailboxId: z.number(),
  intentId: z.string(),
  /** Whether the provider files it in Sent, so that absence there proves that it was not sent. */
  isFiled: z.boolean(),
  /** Campaign time in milliseconds. */
  at: z.number(),
  /** Real time in milliseconds. */
  writtenAt: z.number(),
});
export type JournaledSend = z.output<typeof journaledSend>;

/** An entry that was put on a block list or taken off it. */
const journaledOptOut = z.object({
  id: z.string(),
  workspaceId: z.number(),
  change: z.enum(['ADDED', 'REMOVED']),
  kind: z.string(),
  value: z.string(),
  clientScope: z.number(),
  source: z.string(),
  reason: z.string().nullable(),
});
export type JournaledOptOut = z.output<typeof journaledOptOut>;

const lineShape = z.union([
  z.object({ send: journaledSend }),
  /** Sealed, with the real time at which they were written. */
  z.object({ optOuts: z.string(), at: z.number() }),
  z.object({ isSplit: z.literal(true) }),
]);
type JournalLine = z.output<typeof lineShape>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Addresses do not lie readable in the journal: AES-256-GCM with a key that lasts over rotations of the master key. */
export function sealOptOuts(key: Uint8Array, entries: readonly JournaledOptOut[], at: number): JournalLine {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const content = Buffer.concat([cipher.update(JSON.stringify(entries), 'utf8'), cipher.final()]);
  return { optOuts: Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64'), at };
}

/** @throws Error when the text was changed, or sealed with another key */
export function openOptOuts(key: Uint8Array, sealed: string): JournaledOptOut[] {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return z.array(journaledOptOut).parse(JSON.parse(text.toString('utf8')));
}

/** Null for a line that cannot be understood. */
export function readLine(text: string): JournalLine | null {
  try {
    return lineShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
