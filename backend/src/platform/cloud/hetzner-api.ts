import { z } from 'zod';
import { OutwardError, type AskServer, type OutwardAnswer } from '../http/ask-server';
import { CloudError } from './cloud';

const failure = z.object({ error: z.object({ code: z.string().max(100), message: z.string() }) });
/** Codes after which another try can succeed (https://docs.hetzner.cloud, Errors). */
const passing = new Set([
  'conflict',
  'locked',
  'rate_limit_exceeded',
  'resource_unavailable',
  'server_error',
  'service_error',
  'timeout',
  'unavailable',
  'placement_error',
  'maintenance',
]);

type Method = 'GET' | 'POST' | 'DELETE';

interface HetznerApi {
  /** @throws CloudError when it refuses, cannot be reached, or answers in another form */
  ask<Shape extends z.ZodType>(shape: Shape, method: Method, path: string, body?: unknown): Promise<z.output<Shape>>;
  /** @returns whether it is gone; false while something else still uses it */
  remove(path: string): Promise<boolean>;
}

/** Requests to Hetzner's API, and its refusals as ours. */
export function createHetznerApi({
  ask,
  token,
  baseUrl,
  name,
}: {
  ask: AskServer;
  token: string;
  baseUrl: string;
  name: string;
}): HetznerApi {
  async function send(method: Method, path: string, body?: unknown): Promise<OutwardAnswer> {
    try {
      return await ask({
        method,
        url: `${baseUrl}/v1/${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (error) {
      if (error instanceof OutwardError)
        throw new CloudError(`${name} could not be reached. It is tried again.`, false, { cause: error });
      throw error;
    }
  }

  function refusalOf(answer: OutwardAnswer): CloudError {
    const told = failure.safeParse(parseJson(answer.text));
    const words = told.success ? told.data.error.message.slice(0, 300) : `HTTP ${answer.status}`;
    const isPassing =
      answer.status >= 500 || answer.status === 429 || (told.success && passing.has(told.data.error.code));
    return new CloudError(`${name}: ${words}`, !isPassing);
  }

  return {
    async ask(shape, method, path, body) {
      const answer = await send(method, path, body);
      if (answer.status >= 300) throw refusalOf(answer);
      const parsed = shape.safeParse(parseJson(answer.text));
      if (!parsed.success) throw new CloudError(`${name} answered in an unknown form.`, false);
      return parsed.data;
    },
    async remove(path) {
      const answer = await send('DELETE', path);
      if (answer.status === 404) return true;
      // An address is free only when its machine has gone.
      if (answer.status === 409 || answer.status === 422 || answer.status === 423) return false;
      if (answer.status >= 300) throw refusalOf(answer);
      return true;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
