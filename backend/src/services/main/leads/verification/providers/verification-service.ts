import { isEmailAddress } from '@skein/contracts/email-address';
import { OutwardError, type AskServer, type OutwardAnswer } from '#platform/http/ask-server';
import { RefusedAddressError } from '#platform/mail/resolve-host';
import type { Finding } from '../judge-answer';
import type { Verifier } from '../verifier';

/** A service that verifies for its own price: one request an address, and one for what its account has left. */
export interface VerificationService {
  name: string;
  verifyUrl(key: string, email: string): string;
  creditsUrl(key: string): string;
  /** @throws ProviderRefusal */
  readFinding(answer: unknown): Finding;
  /** Verifications that are left; null where the answer tells none. @throws ProviderRefusal */
  readCredits(answer: unknown): number | null;
}

/** The service will verify nothing more: its key or its account is at fault. Said in words for people. */
export class ProviderRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderRefusal';
  }
}

export const keyRefused = (name: string) =>
  new ProviderRefusal(`${name} does not accept the key. Enter another one under Verification, Verification provider.`);
export const nothingLeft = (name: string) =>
  new ProviderRefusal(`The account at ${name} has no verifications left. Buy more there, or let Skein verify.`);

/** Requests to a service at once. */
const atOnce = 20;
const later = (reason: 'NO_ANSWER', detail: string): Finding => ({ result: null, reason, detail });

/** Verifies at a service. What it does not answer for now is asked again later; a refused key or an empty account ends the run. */
export function createServiceVerifier(ask: AskServer, service: VerificationService, key: string): Verifier {
  let running = 0;
  const queue: (() => void)[] = [];
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      queue.shift()?.();
    }
  };
  const verifyOne = async (email: string, signal?: AbortSignal): Promise<Finding> => {
    let answer: OutwardAnswer;
    try {
      answer = await ask({ method: 'GET', url: service.verifyUrl(key, email), signal });
    } catch (error) {
      if (error instanceof OutwardError && error.kind === 'cancelled') throw error;
      return later('NO_ANSWER', `${service.name}: ${(error as Error).message}`.slice(0, 300));
    }
    if (answer.status === 401 || answer.status === 403) throw keyRefused(service.name);
    if (answer.status === 402) throw nothingLeft(service.name);
    if (answer.status === 429 || answer.status >= 500)
      return later('NO_ANSWER', `${service.name} answered ${answer.status}.`);
    return service.readFinding(parse(answer));
  };
  return {
    name: service.name,
    async verify(_, emails, signal) {
      const found = new Map<string, Finding>();
      let refusal: unknown;
      await Promise.all(
        emails.map((email) =>
          turn(async () => {
            if (refusal) return;
            if (!isEmailAddress(email)) {
              found.set(email, { result: 'INVALID', reason: 'SYNTAX', detail: null });
              return;
            }
            try {
              found.set(email, await verifyOne(email, signal));
            } catch (error) {
              refusal ??= error;
            }
          }),
        ),
      );
      if (refusal && found.size === 0) throw refusal as Error;
      // What was paid for is kept; the others hear of the refusal in their turn.
      if (refusal)
        for (const email of emails)
          if (!found.has(email)) found.set(email, { result: null, reason: 'TURN', detail: null });
      return found;
    },
  };
}

/** Tries a key: what the account has left, null where the service does not tell. @throws ProviderRefusal, Error when the service is away */
export async function tryKey(ask: AskServer, service: VerificationService, key: string): Promise<number | null> {
  let answer: OutwardAnswer;
  try {
    answer = await ask({ method: 'GET', url: service.creditsUrl(key) });
  } catch (error) {
    if (error instanceof OutwardError || error instanceof RefusedAddressError)
      throw new Error(`${service.name} could not be asked: ${error.message}`, { cause: error });
    throw error;
  }
  if (answer.status === 401 || answer.status === 403) throw keyRefused(service.name);
  if (answer.status >= 500 || answer.status === 429)
    throw new Error(`${service.name} answered ${answer.status}. Try again in a moment.`);
  return service.readCredits(parse(answer));
}

function parse(answer: OutwardAnswer): unknown {
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    return null;
  }
}
