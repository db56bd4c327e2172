import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import { createBatcher } from '#platform/db/batcher';
import type { Vault } from '#platform/crypto/vault';
import { webhookChannel } from '#lifecycle/lifecycle.api';
import type { IntegrationAccess } from '#platform/integrations/integration-access';
import { deliver, type DeliveryAnswer } from './deliver';
import { deliverElsewhere, senders, type Sender, type SentAnswer } from './deliver-elsewhere';
import { buildPayload } from './payload.store';
import { claimDeliveries, settleDeliveries, type ClaimedDelivery, type DeliveryOutcome } from './deliveries.store';
import { retryDelivery } from './retry-delivery';

export interface WebhookDeps {
  db: Database;
  vault: Vault;
  allowPrivateAddresses: boolean;
  publicUrl: string;
  now: () => number;
  log: { error: (fields: object, text: string) => void };
  timeout?: number;
  integrations: IntegrationAccess;
  /** Destinations that areas above this one deliver to. */
  senders?: Record<string, Sender>;
}

export const secretContext = (workspaceId: WorkspaceId, webhookId: number) => `webhook:${workspaceId}:${webhookId}`;

/**
 * Requests that are made at a time. One that waits for its answer for longer than `patience` costs nothing but a
 * socket, and takes no place any more.
 */
const concurrency = 64;
const patience = 250;
/** Open requests of one process, those that wait included. */
const mostOpen = 4_000;
/**
 * At most this many requests at a time to one webhook, and none while one of them waits: an address that hangs never
 * takes the places of the others.
 */
const perWebhook = 4;
const longestSleep = 1_000;
const levels = { 1: 'user', 2: 'client', 3: 'campaign' } as const;

type Settle = (settled: { id: string; outcome: DeliveryOutcome }) => Promise<void>;
const settlers = new WeakMap<Database, Settle>();

/** Outcomes that come at the same time are written together. */
function settlerOf(db: Database): Settle {
  let settle = settlers.get(db);
  if (!settle) {
    settle = createBatcher<Parameters<Settle>[0], void>({
      most: 64,
      together: async (settled) => {
        await settleDeliveries(db, settled);
        return settled.map(() => undefined);
      },
      alone: (one) => settleDeliveries(db, [one]),
    });
    settlers.set(db, settle);
  }
  return settle;
}

/** Sends one claimed delivery and records what came of it. @returns what the address answered */
export async function attemptDelivery(deps: WebhookDeps, claimed: ClaimedDelivery): Promise<DeliveryOutcome> {
  const kept = claimed.payload['body'];
  const prepared = kept
    ? { body: kept as Record<string, unknown>, category: null }
    : await buildPayload(deps.db, claimed, { publicUrl: deps.publicUrl });
  const isFiltered =
    claimed.categories.length > 0 &&
    ['LEAD_CATEGORY_UPDATED', 'EMAIL_REPLY'].includes(claimed.event_type) &&
    !claimed.is_test &&
    prepared.category !== null &&
    !claimed.categories.includes(prepared.category);
  const open = (sealed: Buffer | null) =>
    sealed ? deps.vault.open(sealed, secretContext(claimed.workspace_id, claimed.webhook_id)) : null;
  const secret = open(claimed.secret_sealed);
  const withheld = isFiltered
    ? 'Left out: the category is not one of those chosen.'
    : !claimed.is_active
      ? 'The webhook was switched off.'
      : null;
  const send = deps.senders?.[claimed.destination] ?? senders[claimed.destination];
  let answer: DeliveryAnswer | SentAnswer;
  if (withheld) answer = { status: null, error: withheld, durationMs: 0 };
  else if (send) answer = await deliverElsewhere(deps, send, claimed, { ...prepared, secret });
  else
    answer = await deliver(
      {
        url: claimed.webhook_url,
        // The log keeps the body without the secret, which stays sealed.
        body: JSON.stringify(secret === null ? prepared.body : { ...prepared.body, secret_key: secret }),
        requestId: claimed.request_id,
        level: levels[claimed.scope],
        secret,
        previousSecret:
          claimed.previous_secret_until && claimed.previous_secret_until.getTime() > deps.now()
            ? open(claimed.previous_secret_sealed)
            : null,
      },
      { allowPrivateAddresses: deps.allowPrivateAddresses, timeout: deps.timeout, now: deps.now },
    );
  const outcome: DeliveryOutcome = {
    ...verdictOf(
      answer,
      { isFiltered, isActive: claimed.is_active, isTest: claimed.is_test },
      claimed.attempts,
      deps.now(),
    ),
    status: answer.status,
    error: answer.error,
    durationMs: answer.durationMs,
    body: prepared.body,
    trace: 'trace' in answer ? (answer.trace ?? null) : null,
  };
  await settlerOf(deps.db)({ id: claimed.id, outcome });
  return outcome;
}

/** What becomes of a delivery after its answer. */
function verdictOf(
  answer: DeliveryAnswer | SentAnswer,
  given: { isFiltered: boolean; isActive: boolean; isTest: boolean },
  attempts: number,
  now: number,
): Pick<DeliveryOutcome, 'state' | 'nextAttemptAt'> {
  if (given.isFiltered) return { state: 'DELIVERED', nextAttemptAt: null };
  if (!given.isActive) return { state: 'FAILED', nextAttemptAt: null };
  const tried = given.isTest ? Number.POSITIVE_INFINITY : attempts;
  if (!('verdict' in answer)) return retryDelivery(answer, tried, now);
  if (answer.verdict === 'DELIVERED' || answer.verdict === 'SKIPPED')
    return { state: 'DELIVERED', nextAttemptAt: null };
  if (answer.verdict === 'FAILED' || given.isTest) return { state: 'FAILED', nextAttemptAt: null };
  if (answer.waitSeconds) return { state: 'PENDING', nextAttemptAt: new Date(now + answer.waitSeconds * 1_000) };
  // Its status says nothing here: what a person can mend is tried on for as long as a server that is away.
  return retryDelivery({ ...answer, status: null }, tried, now);
}

/** The delivery loop of one process; any number may run. */
export function startWebhookWorker(deps: WebhookDeps): { stop: () => Promise<void> } {
  const running = new Map<Promise<unknown>, { webhook: number; since: number }>();
  let isStopped = false;
  let wake: () => void = () => undefined;

  const waits = ({ since }: { since: number }) => performance.now() - since > patience;
  const busy = () => {
    const counts = new Map<number, number>();
    for (const request of running.values())
      counts.set(request.webhook, (counts.get(request.webhook) ?? 0) + (waits(request) ? perWebhook : 1));
    return [...counts].filter(([, count]) => count >= perWebhook).map(([webhook]) => webhook);
  };
  const places = () =>
    Math.min(mostOpen - running.size, concurrency - [...running.values()].filter((request) => !waits(request)).length);
  const start = (claimed: ClaimedDelivery) => {
    const sending: Promise<unknown> = attemptDelivery(deps, claimed)
      .catch((error: Error) =>
        deps.log.error(
          { error, delivery: claimed.id },
          'a webhook delivery could not be settled; its lease ends by itself',
        ),
      )
      .finally(() => {
        running.delete(sending);
        wake();
      });
    running.set(sending, { webhook: claimed.webhook_id, since: performance.now() });
  };
  const loop = async () => {
    const stopListening = await deps.db.listen(webhookChannel, () => wake());
    while (!isStopped) {
      try {
        const free = places();
        const claimed = free > 0 ? await claimDeliveries(deps.db, free, perWebhook, busy()) : [];
        for (const delivery of claimed) start(delivery);
        if (claimed.length > 0) continue;
      } catch (error) {
        deps.log.error({ error }, 'webhook deliveries could not be claimed; they are in a second');
      }
      await new Promise<void>((resolve) => {
        // All places taken: those that wait give theirs up soon.
        const timer = setTimeout(resolve, places() > 0 ? longestSleep : patience);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await stopListening();
  };
  const looping = loop();
  return {
    async stop() {
      isStopped = true;
      wake();
      await looping;
      await Promise.all(running.keys());
    },
  };
}
