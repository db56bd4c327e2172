import { z } from 'zod';
import { OutwardError, type AskServer } from '../http/ask-server';
import { PaymentError } from './card-payments';

const version = '2024-06-20';
const failure = z.object({
  error: z.object({ message: z.string().optional(), code: z.string().optional(), type: z.string().optional() }),
});

export interface StripeAccess {
  ask: AskServer;
  secretKey: string;
  /** Without a slash at the end. */
  baseUrl?: string | undefined;
}

interface RequestOptions {
  /** Makes asking twice the same as asking once. */
  key?: string;
  /** A refusal that means that it is done already; answered as null. */
  isOver?: (status: number, code?: string) => boolean;
}

export type StripeRequest = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  form?: Record<string, string>,
  options?: RequestOptions,
) => Promise<unknown>;

/** One request of Stripe's API: a form, the bearer key, a fixed version. @throws PaymentError in words for people */
export function createStripeRequest({
  ask,
  secretKey,
  baseUrl = 'https://api.stripe.com',
}: StripeAccess): StripeRequest {
  return async (method, path, form = {}, options = {}) => {
    let answer: Awaited<ReturnType<AskServer>>;
    const text = new URLSearchParams(form).toString();
    try {
      answer = await ask({
        method,
        url: `${baseUrl}/v1/${path}${method === 'GET' && text ? `?${text}` : ''}`,
        ...(method === 'GET' ? {} : { body: text }),
        headers: {
          authorization: `Bearer ${secretKey}`,
          'stripe-version': version,
          ...(method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(options.key ? { 'idempotency-key': options.key } : {}),
        },
      });
    } catch (error) {
      if (error instanceof OutwardError)
        throw new PaymentError('Stripe could not be reached. Nothing was charged; try again in a moment.', {
          cause: error,
        });
      throw error;
    }
    const body = parse(answer.text);
    if (answer.status >= 200 && answer.status < 300) return body;
    const refused = failure.safeParse(body).data?.error;
    if (options.isOver?.(answer.status, refused?.code)) return null;
    throw new PaymentError(explain(answer.status, refused));
  };
}

/** Stripe's words may hold parts of our key: only those about a card are for people. */
function explain(status: number, refused: { message?: string; type?: string } | undefined): string {
  if (status === 401 || status === 403)
    return 'Stripe does not accept this installation’s key. Tell its operator; nothing was charged.';
  if (status === 429) return 'Stripe asks for a pause. Nothing was charged; try again in a minute.';
  if (status === 402 && refused?.type === 'card_error')
    return `${refused.message ?? 'Your card was declined.'} Nothing was charged; use another card.`;
  return `Stripe refused the order (${status}). Nothing was charged.`;
}

/** JSON, or null for anything else. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
