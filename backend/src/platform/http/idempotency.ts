import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Vault } from '../crypto/vault';
import type { Database } from '../db/database';
import { claimKey, keepAnswer, releaseKey } from './idempotency.store';
import type { RequestActor } from './request-actor';
import { invalidField, SkeinError } from './skein-error';

export interface IdempotentRequest {
  actor: RequestActor;
  raw: Context;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Honours the `Idempotency-Key` header of a POST: the first answer is kept for 24 hours and given again to the same
 * request (with `Idempotent-Replayed: true`), so that a client may repeat a request whose answer it lost. Keys belong
 * to the person and the client of the credentials; a request that failed keeps nothing. Answers may name people, so
 * they are sealed; they go after a day, with their workspace, and are in no export.
 * @throws SkeinError CONFLICT for the same key with another request, or while the first is still being carried out
 */
export async function onlyOnce<Output>(
  { db, vault }: { db: Database; vault: Pick<Vault, 'seal' | 'open'> },
  request: IdempotentRequest,
  work: () => Promise<Output>,
): Promise<Output> {
  const { actor, raw } = request;
  const given = raw.req.header('idempotency-key')?.trim();
  if (!given || raw.req.method !== 'POST') return work();
  if (given.length > 200) throw invalidField('Idempotency-Key', 'can have at most 200 characters');
  const key = `${actor.userId}:${actor.client?.id ?? 0}:${given}`;
  const path = raw.req.path.replace(/(.)\/$/, '$1');
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.params, request.query, request.body]))
    .digest('hex');
  const claim = await claimKey(db, actor.workspaceId, { key, method: 'POST', path, requestHash });
  if (claim.state === 'other')
    throw new SkeinError(
      'CONFLICT',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  if (claim.state === 'running')
    throw new SkeinError(
      'CONFLICT',
      'The request with this Idempotency-Key is still being carried out. Try again in a moment.',
    );
  if (claim.state === 'done') {
    raw.header('Idempotent-Replayed', 'true');
    return JSON.parse(vault.open(claim.sealed, answerContext(actor.workspaceId, key))) as Output;
  }
  try {
    const output = await work();
    const sealed = vault.seal(JSON.stringify(output ?? null), answerContext(actor.workspaceId, key));
    await keepAnswer(db, actor.workspaceId, { key, status: 200, sealed });
    return output;
  } catch (error) {
    await releaseKey(db, actor.workspaceId, key);
    throw error;
  }
}

/** What a kept answer is sealed to. */
export const answerContext = (workspaceId: number, key: string): string => `answer:${workspaceId}:${key}`;
