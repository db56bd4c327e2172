import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AnyEndpoint, Contract, HandlerInput, HandlerOutput, Method } from '@skein/contracts/endpoint';
import type { ErrorCode } from '@skein/contracts/errors';
import { scopesToName } from '@skein/contracts/permissions';
import { actAs } from '../audit/acting';
import { admitRequest, type AdmitDeps } from './admit-request';
import { clientAddress, type ConnectionFacts } from './client-address';
import { errorAnswer, wireErrorAnswer } from './error-answer';
import { hidePlan } from './plan-refusals';
import { readInput } from './read-input';
import { RawAnswer } from './raw-answer';
import type { IdempotentRequest } from './idempotency';
import { countRequest } from './request-figures';
import { requestIdOf } from './request-id';
import type { RequestActor } from './request-actor';
import { StorageError } from '../storage/storage-error';
import { SkeinError } from './skein-error';

/** What every service needs to answer over HTTP. */
export interface HttpDeps extends AdmitDeps {
  log: { error: (fields: object, text: string) => void; info: (fields: object, text: string) => void };
  /** Whether an answer that does not match its contract throws (tests, development) or is reported and sent (production). */
  strictAnswers: boolean;
  /** Carries out a request with an Idempotency-Key once, and gives its answer again when it is repeated. */
  onlyOnce?: (request: IdempotentRequest, work: () => Promise<unknown>) => Promise<unknown>;
}

/** What a handler gets: the validated parts, who asks, and the raw request for streams and headers. */
type ContractRequest<E extends AnyEndpoint> = HandlerInput<E> & {
  actor: E['access'] extends { who: 'person' | 'session' | 'operator' } ? RequestActor : RequestActor | null;
  requestId: string;
  ip: string;
  userAgent: string;
  raw: Context;
};

export type Handlers<C extends Contract, D> = {
  [K in keyof C['endpoints']]: (
    deps: D,
    request: ContractRequest<C['endpoints'][K]>,
  ) => Promise<HandlerOutput<C['endpoints'][K]> | (C['endpoints'][K]['answer'] extends 'raw' ? RawAnswer : never)>;
};

/**
 * Mounts a contract: every endpoint gets its handler, its access check, its validation and its error mapping.
 * Curried so that the handlers are checked against a type that the contract alone decides.
 */
export const routes =
  <C extends Contract>(contract: C) =>
  <D extends HttpDeps>(deps: D, handlers: Handlers<C, D>): Hono => {
    const app = new Hono({ strict: false });
    const endpoints = Object.entries(contract.endpoints).sort(([, one], [, other]) =>
      literalFirst(one.path, other.path),
    );
    for (const [name, endpoint] of endpoints) {
      const handler = handlers[name as keyof C['endpoints']] as (deps: D, request: unknown) => Promise<unknown>;
      const serve = (context: Context) => answer(endpoint, deps, handler, context);
      app.on(endpoint.method, [endpoint.path], serve);
      for (const alias of endpoint.aliases ?? []) {
        const [method, path] = alias.split(' ') as [Method, string];
        app.on(method, [path], serve);
      }
    }
    return app;
  };

/** Literal segments win over parameters: `/campaigns/create` before `/campaigns/:id`. */
export function literalFirst(one: string, other: string): number {
  const score = (path: string) =>
    path
      .split('/')
      .map((part) => (part.startsWith(':') ? '1' : '0'))
      .join('');
  return score(one).localeCompare(score(other)) || other.length - one.length;
}

async function answer(
  endpoint: AnyEndpoint,
  deps: HttpDeps,
  handler: (deps: never, request: unknown) => Promise<unknown>,
  context: Context,
): Promise<Response> {
  const began = performance.now();
  const requestId = requestIdOf(context.req.raw);
  const response = await answerRequest(endpoint, deps, { handler, context, requestId });
  const milliseconds = performance.now() - began;
  countRequest(endpoint, response.status, milliseconds / 1000);
  // The route's pattern, not its address: ids, searches and addresses of people stand in the latter.
  deps.log.info(
    {
      requestId,
      route: `${endpoint.method} ${endpoint.path}`,
      status: response.status,
      milliseconds: Math.round(milliseconds),
    },
    'answered',
  );
  return response;
}

/** A request and the handler that answers it. */
interface RequestToAnswer {
  handler: (deps: never, request: unknown) => Promise<unknown>;
  context: Context;
  requestId: string;
}

async function answerRequest(
  endpoint: AnyEndpoint,
  deps: HttpDeps,
  { handler, context, requestId }: RequestToAnswer,
): Promise<Response> {
  // A file of the public API fails in the words of the public API.
  const bare = endpoint.answer === 'bare' || (endpoint.answer === 'raw' && endpoint.path.startsWith('/api/v1/'));
  try {
    const actor = await admitRequest(endpoint, deps, context);
    const request = {
      ...(await readInput(endpoint, context, bare)),
      actor,
      requestId,
      ip: clientAddress(context.env as ConnectionFacts | undefined, context.req.header('x-forwarded-for')),
      userAgent: (context.req.header('user-agent') ?? '').slice(0, 300),
      raw: context,
    };
    const work = async () => {
      try {
        return await handler(deps as never, request);
      } catch (error) {
        return hidePlan(actor, error);
      }
    };
    const once = () =>
      actor && deps.onlyOnce && mayRepeat(endpoint) ? deps.onlyOnce({ ...request, actor }, work) : work();
    const output = endpoint.method === 'GET' ? await once() : await actAs(actingOf(endpoint, request), once);
    if (output instanceof RawAnswer) return output.toResponse({ 'x-request-id': requestId });
    if (output instanceof Response) {
      output.headers.set('x-request-id', requestId);
      for (const cookie of context.res.headers.getSetCookie()) output.headers.append('set-cookie', cookie);
      return output;
    }
    const data = shapeAnswer(endpoint, output, deps);
    context.header('x-request-id', requestId);
    return context.json(
      bare ? data : { ok: true, data, message: 'success' },
      (endpoint.status ?? 200) as ContentfulStatusCode,
    );
  } catch (error) {
    const known = knownError(error);
    if (known.code === 'INTERNAL')
      deps.log.error(
        { requestId, route: `${endpoint.method} ${endpoint.path}`, error: known.cause ?? known },
        'a request failed unexpectedly',
      );
    // Both a race and a missing check of ours end here; the log tells them apart.
    if (isForeignKeyViolation(known.cause))
      deps.log.info(
        {
          requestId,
          route: `${endpoint.method} ${endpoint.path}`,
          constraint: (known.cause as { constraint?: string }).constraint,
        },
        'a request referred to something that is not there',
      );
    context.header('x-request-id', requestId);
    return context.json(
      bare ? wireErrorAnswer(known, requestId) : errorAnswer(known, requestId),
      known.status as ContentfulStatusCode,
    );
  }
}

/** The actor, for the audit trail. */
const actingOf = (
  endpoint: AnyEndpoint,
  { actor, ip, userAgent, requestId }: { actor: RequestActor | null; ip: string; userAgent: string; requestId: string },
) => ({
  user_id: actor?.userId ?? null,
  workspace_id: actor?.workspaceId ?? null,
  email: actor?.email ?? null,
  name: actor?.name ?? null,
  via: actor?.via ?? ('link' as const),
  api_key_id: actor?.apiKeyId ?? null,
  ip,
  user_agent: userAgent,
  request_id: requestId,
  route: `${endpoint.method} ${endpoint.path}`,
});

/**
 * Whether a request of this endpoint may be repeated under its Idempotency-Key. The public API keeps its answers itself
 * (v1/wire-routes.ts). Deliberate: nothing is kept of what a logged-in browser or a key that names its scope alone may
 * do, because those answers hold keys, codes and addresses of archives, nor of files.
 */
const mayRepeat = ({ method, path, access, answer }: AnyEndpoint): boolean =>
  method === 'POST' &&
  access.who === 'person' &&
  !scopesToName.has(access.may) &&
  answer !== 'raw' &&
  !path.startsWith('/api/v1/');

/** What went wrong as an error that may be shown; anything unexpected becomes INTERNAL with its cause. */
function knownError(error: unknown): SkeinError {
  if (error instanceof SkeinError) return error;
  if (error instanceof StorageError)
    return new SkeinError(storageCodes[error.code], error.message, [], { cause: error, status: error.status });
  return (
    unstorableInput(error) ??
    goneMeanwhile(error) ??
    tooBusy(error) ??
    new SkeinError('INTERNAL', undefined, [], { cause: error })
  );
}

const storageCodes: Record<StorageError['code'], ErrorCode> = {
  NOT_FOUND: 'NOT_FOUND',
  TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  WRONG_TYPE: 'UNSUPPORTED_MEDIA',
  BAD_SIGNATURE: 'FORBIDDEN',
  EXPIRED: 'FORBIDDEN',
  BAD_NAME: 'BAD_REQUEST',
  FULL: 'UNAVAILABLE',
  USED: 'CONFLICT',
};

/**
 * Texts with a null character, numbers beyond the database's range and values nested too deep are somebody's input, not
 * a defect (SQLSTATE 22021, 22P05, 22003, 54001).
 */
function unstorableInput(error: unknown): SkeinError | null {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === '22021' || code === '22P05')
    return new SkeinError(
      'VALIDATION',
      'A text holds a character that cannot be stored.',
      [{ field: 'body', message: 'contains a null character' }],
      { cause: error },
    );
  if (code === '54001')
    return new SkeinError(
      'VALIDATION',
      'A value is nested too deep.',
      [{ field: 'body', message: 'is nested too deep' }],
      { cause: error },
    );
  return code === '22003'
    ? new SkeinError(
        'VALIDATION',
        'A number is too large.',
        [{ field: 'query', message: 'contains a number that is too large' }],
        { cause: error },
      )
    : null;
}

const isForeignKeyViolation = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23503';

/** Something that a row refers to was deleted between the look at it and the write (SQLSTATE 23503). */
const goneMeanwhile = (error: unknown): SkeinError | null =>
  isForeignKeyViolation(error)
    ? new SkeinError('CONFLICT', 'Something that this belongs to was deleted in the meantime.', [], { cause: error })
    : null;

/** Every connection of the database was taken, or a new one not answered, for longer than a request waits (pg-pool and pg name no code). */
const noConnection = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'];
const tooBusy = (error: unknown): SkeinError | null =>
  error instanceof Error && noConnection.includes(error.message)
    ? new SkeinError('UNAVAILABLE', 'The server is busy. Try again in a few seconds.', [], { cause: error })
    : null;

/** Strips an answer to what its contract names. */
function shapeAnswer(endpoint: AnyEndpoint, output: unknown, deps: HttpDeps): unknown {
  const parsed = endpoint.response.safeParse(output);
  if (parsed.success) return parsed.data;
  if (deps.strictAnswers)
    throw new Error(
      `The answer of ${endpoint.method} ${endpoint.path} does not match its contract: ${parsed.error.message}`,
    );
  deps.log.error(
    { route: `${endpoint.method} ${endpoint.path}`, issues: parsed.error.issues.slice(0, 5) },
    'an answer does not match its contract',
  );
  return output;
}
