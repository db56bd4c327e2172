import type { Hono } from 'hono';
import type { Transport } from '@skein/contracts/client';
import type { ErrorCode } from '@skein/contracts/errors';
import { SkeinError } from './skein-error';

/**
 * Carries calls between services: straight into the other service's app when it lives in this process, over HTTP to its base URL otherwise.
 */
export function serviceTransport(
  find: (service: string) => Hono | string,
  headers: () => Record<string, string> = () => ({}),
): Transport {
  return async (request) => {
    const target = find(request.service);
    const query = new URLSearchParams(
      Object.entries(request.query ?? {})
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([key, value]) => [key, String(value)]),
    ).toString();
    const path = request.path + (query ? `?${query}` : '');
    const init: RequestInit = {
      method: request.method,
      headers: { 'content-type': 'application/json', ...headers() },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal: request.signal,
    };
    const response =
      typeof target === 'string' ? await fetch(new URL(path, target), init) : await target.request(path, init);
    if (request.answer === 'raw') return response;
    const answer = (await response.json()) as {
      ok?: boolean;
      data?: unknown;
      message?: string;
      code?: ErrorCode;
      details?: never[];
    };
    if (!response.ok)
      throw new SkeinError(answer.code ?? 'UPSTREAM', answer.message, answer.details ?? [], {
        status: response.status,
      });
    return request.answer === 'bare' ? answer : answer.data;
  };
}
