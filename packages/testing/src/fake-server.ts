import type { z } from 'zod';
import type { Transport, WireRequest } from '@skein/contracts/client';
import { dataQueryContract } from '@skein/contracts/data-query/data-query.contract';
import { dataOperations, type DataOperationName } from '@skein/contracts/data-query/operations';
import type { AnyEndpoint, Contract, HandlerInput } from '@skein/contracts/endpoint';
import { errorCodes, type ErrorCode, type ErrorDetail } from '@skein/contracts/errors';
import { unknownFields } from '@skein/contracts/unknown-fields';
import { ProblemError } from '@skein/mfe/problem';
import { serialiseQuery } from '@skein/mfe/transport';
import { crowd, hasText } from './crowd';
import { example, type Given } from './example';
import { tellGivenData } from './given-data';

type EndpointName<C extends Contract> = keyof C['endpoints'] & string;
type ResponseOf<E extends AnyEndpoint> = z.input<E['response']>;

/** What an endpoint answers: the fields that matter (the others are made up from its contract), or what it makes of a call. */
export type Answer<E extends AnyEndpoint> =
  | Given<ResponseOf<E>>
  | ((call: HandlerInput<E>) => Given<ResponseOf<E>> | Promise<Given<ResponseOf<E>>>);

/** How a call fails; the text is the one of the error table unless it is given. */
export interface Failure {
  code?: ErrorCode;
  message?: string;
  details?: ErrorDetail[];
}

interface Route {
  service: string;
  endpoint: AnyEndpoint;
  pattern: RegExp;
  answer: ((call: HandlerInput<AnyEndpoint>) => unknown) | null;
  /** The answer of every call, when it is always the same. */
  fixed: unknown;
  failure: Failure | null;
  /** Calls wait for it, when there is one. */
  gate: Promise<void> | null;
  calls: HandlerInput<AnyEndpoint>[];
}

const namesIn = (path: string) => [...path.matchAll(/:(\w+)(\{[^}]*\})?/g)].map(([, name]) => name as string);
const literalsIn = ({ endpoint }: Route) => endpoint.path.split('/').filter((part) => !part.startsWith(':')).length;
const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$|()[\]\\]/g, '\\$&').replace(/:(\w+)(\{[^}]*\})?/g, '([^/]+)')}$`);

/** A query as it arrives on a server: texts, and lists of texts. */
function arrivedQuery(query: Record<string, unknown> = {}): Record<string, string | string[]> {
  const search = new URLSearchParams(serialiseQuery(query));
  return Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const all = search.getAll(key);
      return [key, all.length > 1 ? all : (all[0] as string)];
    }),
  );
}

function problemOfFailure({ code = 'INTERNAL', message, details = [] }: Failure): ProblemError {
  const known = errorCodes[code];
  return new ProblemError({
    status: known.status,
    code,
    message: message ?? known.message,
    details,
    requestId: '00000000-test',
  });
}

/** Takes one part of a call by the contract. @throws ProblemError naming the field, as the server does */
function take(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  const unknown = parsed.success && part !== 'params' ? unknownFields(schema, value) : [];
  // A mistake of the page, not of whoever uses it: the test fails.
  if (unknown.length > 0)
    throw new Error(
      `The page sent fields that the contract does not name: ${unknown.map(({ path }) => path).join(', ')}`,
    );
  if (parsed.success) return parsed.data;
  throw problemOfFailure({
    code: 'VALIDATION',
    details: parsed.error.issues.map((issue) => ({ field: issue.path.join('.') || part, message: issue.message })),
  });
}

function readCall({ endpoint, pattern }: Route, request: WireRequest): HandlerInput<AnyEndpoint> {
  const [, ...values] = pattern.exec(request.path) ?? [];
  const params = Object.fromEntries(
    namesIn(endpoint.path).map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
  );
  return {
    params: take(endpoint.params, params, 'params'),
    query: take(endpoint.query, arrivedQuery(request.query), 'query'),
    body: endpoint.rawBody ? request.body : take(endpoint.body, request.body, 'body'),
  };
}

/** Rejects as the transport does when the caller has left. */
function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () =>
      reject(new ProblemError({ status: 0, code: 'ABORTED', message: 'Aborted', details: [], requestId: '' })),
    );
  });
}

const servers = new Set<FakeServer>();

/**
 * A server made of contracts. It answers what a test gives it, held against the contract; takes calls as the real one does (an
 * invalid one is refused with its field); and fails the test for a call that nobody gave an answer for.
 */
export class FakeServer {
  private readonly routes = new Map<AnyEndpoint, Route>();
  private readonly unanswered: string[] = [];
  private readonly operations = new Map<string, (variables: Record<string, unknown>) => unknown>();

  constructor() {
    servers.add(this);
  }

  /** From now on the endpoint answers this. A failure given before is over. */
  answer<C extends Contract, K extends EndpointName<C>>(contract: C, name: K, answer: Answer<C['endpoints'][K]>): this {
    const route = this.routeOf(contract, name);
    const { endpoint } = route;
    const complete = (given: unknown) =>
      endpoint.answer === 'raw' ? given : example(endpoint.response, given as never);
    // What is given as a value is held against the contract here, at the line of the test that gives it.
    const fixed = typeof answer === 'function' ? undefined : complete(answer);
    route.answer =
      typeof answer === 'function'
        ? async (call) => complete(await (answer as (call: unknown) => unknown)(call))
        : () => fixed;
    route.fixed = fixed;
    route.failure = null;
    return this;
  }

  /** From now on the endpoint answers what it did, very full: its list long, and the text as long as people write it. @see crowd */
  crowd<C extends Contract>(contract: C, name: EndpointName<C>, text: string): this {
    const route = this.routeOf(contract, name);
    const { answer, endpoint, fixed } = route;
    if (!answer) throw new Error(`Nothing was given for ${endpoint.method} ${endpoint.path}.`);
    const grown = (value: unknown) => example(endpoint.response, crowd(value, text) as never);
    if (fixed !== undefined) return this.answer(contract, name, grown(fixed) as never);
    // Of answers that hang on the call, only those with the text.
    route.answer = async (call) => {
      const value = await answer(call);
      return hasText(value, text) ? grown(value) : value;
    };
    return this;
  }

  /** From now on the endpoint fails. */
  fail<C extends Contract>(contract: C, name: EndpointName<C>, failure: Failure = {}): this {
    this.routeOf(contract, name).failure = failure;
    return this;
  }

  /** Calls of the endpoint wait until what comes back is called. */
  hold<C extends Contract>(contract: C, name: EndpointName<C>): () => void {
    const route = this.routeOf(contract, name);
    let release = () => {};
    route.gate = new Promise((resolve) => {
      release = () => {
        route.gate = null;
        resolve();
      };
    });
    return release;
  }

  /** What the endpoint was called with, oldest first, as a handler of the server gets it. */
  calls<C extends Contract, K extends EndpointName<C>>(contract: C, name: K): HandlerInput<C['endpoints'][K]>[] {
    return this.routeOf(contract, name).calls as HandlerInput<C['endpoints'][K]>[];
  }

  /** What an operation of the data-query layer answers. */
  data<N extends DataOperationName>(
    name: N,
    answer:
      | Given<z.input<(typeof dataOperations)[N]['data']>>
      | ((
          variables: z.output<(typeof dataOperations)[N]['variables']>,
        ) => Given<z.input<(typeof dataOperations)[N]['data']>>),
  ): this {
    const { data, variables } = dataOperations[name];
    tellGivenData(null, data);
    this.operations.set(name, (given) =>
      example(
        data as z.ZodType,
        (typeof answer === 'function'
          ? (answer as (known: unknown) => unknown)(variables.parse(given))
          : answer) as never,
      ),
    );
    return this.answer(dataQueryContract, 'run', ({ body }) => {
      const make = this.operations.get(body.documentId ?? '');
      if (!make) {
        this.unanswered.push(`data-query ${body.documentId ?? body.query ?? ''}`);
        return { errors: [{ message: 'No answer was given for this operation.' }] };
      }
      return { data: make(body.variables ?? {}) as Record<string, unknown> };
    });
  }

  /** The transport of a page that speaks to this server. */
  readonly transport: Transport = async (request) => {
    const route = this.find(request);
    if (!route) {
      const called = `${request.method} ${request.path}`;
      this.unanswered.push(called);
      throw problemOfFailure({ message: `The test gave no answer for ${called}.` });
    }
    await Promise.race([this.passGate(route), untilAborted(request.signal)]);
    const call = readCall(route, request);
    route.calls.push(call);
    if (route.failure) {
      tellGivenData(route.failure);
      throw problemOfFailure(route.failure);
    }
    const answer = await route.answer?.(call);
    tellGivenData(answer, route.endpoint.response);
    return answer;
  };

  /** @throws Error when a call came that the test gave no answer for. */
  verify(): void {
    servers.delete(this);
    if (this.unanswered.length > 0)
      throw new Error(
        `The page made calls that the test gave no answer for: ${[...new Set(this.unanswered)].join(', ')}`,
      );
  }

  private async passGate(route: Route): Promise<void> {
    // Always a turn later, as no answer of a server is there at once.
    do await route.gate;
    while (route.gate);
  }

  private find(request: WireRequest): Route | undefined {
    return [...this.routes.values()]
      .filter(
        ({ service, endpoint, pattern, answer, failure, gate }) =>
          service === request.service &&
          endpoint.method === request.method &&
          pattern.test(request.path) &&
          (answer ?? failure ?? gate) !== null,
      )
      .sort((one, other) => literalsIn(other) - literalsIn(one))[0];
  }

  private routeOf<C extends Contract>(contract: C, name: EndpointName<C>): Route {
    const endpoint = contract.endpoints[name] as AnyEndpoint;
    const known = this.routes.get(endpoint);
    if (known) return known;
    const route: Route = {
      service: contract.service,
      endpoint,
      pattern: patternOf(endpoint.path),
      answer: null,
      fixed: undefined,
      failure: null,
      gate: null,
      calls: [],
    };
    this.routes.set(endpoint, route);
    return route;
  }
}

/** Ends every server of the test that has run. @throws Error for calls without an answer */
export function verifyServers(): void {
  for (const server of [...servers]) server.verify();
}
