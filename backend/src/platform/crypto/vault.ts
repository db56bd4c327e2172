import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import type { MasterKey } from './master-key';

/**
 * Seals what must not lie readable in the database. Each record has a key of its own, sealed by the master key, and is
 * bound to its context (`mailbox:7:42:smtp`): a sealed text copied to another row does not open.
 */
export interface Vault {
  seal(plain: string, context: string): Buffer;
  /** @throws VaultError when it was changed, belongs to another context, or its master key is gone */
  open(sealed: Uint8Array, context: string): string;
  /** The same record under the present master key; undefined when it is under it already. The content is not opened. */
  rewrap(sealed: Uint8Array, context: string): Buffer | undefined;
}

/** A sealed record that does not open. Says nothing of its content. */
export class VaultError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultError';
  }
}

const VERSION = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const HEADER_BYTES = 2;

/** version (1), number of the master key (1), the record's key sealed (60), nonce (12), content, tag (16) */
export function createVault(master: MasterKey): Vault {
  const keyOf = (id: number): Buffer => {
    let key = master.keys.get(id);
    // Another process may have read a new key before this one.
    if (!key) master.refresh();
    key ??= master.keys.get(id);
    if (!key) throw new VaultError(`A record is sealed under master key ${id}, which is not in the key file.`);
    return key;
  };

  function split(sealed: Uint8Array): { keyId: number; wrapped: Buffer; content: Buffer } {
    const bytes = Buffer.from(sealed);
    if (bytes.length < HEADER_BYTES + WRAPPED_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) {
      throw new VaultError('This is not a sealed record of a known version.');
    }
    return {
      keyId: bytes[1] as number,
      wrapped: bytes.subarray(HEADER_BYTES, HEADER_BYTES + WRAPPED_BYTES),
      content: bytes.subarray(HEADER_BYTES + WRAPPED_BYTES),
    };
  }

  return {
    seal(plain, context) {
      const recordKey = randomBytes(KEY_BYTES);
      const { currentId } = master;
      return Buffer.concat([
        Buffer.from([VERSION, currentId]),
        encrypt(keyOf(currentId), recordKey, `key:${context}`),
        encrypt(recordKey, Buffer.from(plain, 'utf8'), `content:${context}`),
      ]);
    },
    open(sealed, context) {
      const { keyId, wrapped, content } = split(sealed);
      const recordKey = decrypt(keyOf(keyId), wrapped, `key:${context}`);
      return decrypt(recordKey, content, `content:${context}`).toString('utf8');
    },
    rewrap(sealed, context) {
      const { keyId, wrapped, content } = split(sealed);
      const { currentId } = master;
      if (keyId === currentId) return undefined;
      const recordKey = decrypt(keyOf(keyId), wrapped, `key:${context}`);
      return Buffer.concat([
        Buffer.from([VERSION, currentId]),
        encrypt(keyOf(currentId), recordKey, `key:${context}`),
        content,
      ]);
    },
  };
}

function encrypt(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(bound, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new VaultError('A sealed record does not open: it was changed, moved, or sealed by another installation.', {
      cause,
    });
  }
}
