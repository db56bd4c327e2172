import type { AnyEndpoint, CallInput, CallOutput, Contract, Method, ServiceName } from './endpoint';

export interface WireRequest {
  service: ServiceName;
  method: Method;
  /** With parameters filled in, without query. */
  path: string;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Abort signal of the caller, when it has one. */
  signal?: AbortSignal;
  answer: 'envelope' | 'bare' | 'raw';
}

/**
 * Carries a request to a service: axios in the browser (packages/mfe), in process or HTTP between services
 * (backend/platform). Unwraps the envelope; throws an error that carries message, code, status and details.
 */
export type Transport = (request: WireRequest) => Promise<unknown>;

export type Client<C extends Contract> = {
  [K in keyof C['endpoints']]: (
    input: CallInput<C['endpoints'][K]>,
    options?: { signal?: AbortSignal },
  ) => Promise<CallOutput<C['endpoints'][K]>>;
};

/**
 * What to do with an answer that does not parse: throw in tests and development, report and pass through in production,
 * so that a new enum member never kills an older remote.
 */
export interface ParsePolicy {
  onMismatch: (problem: { endpoint: string; error: unknown }) => 'throw' | 'pass';
}

/** Fills `:name` parts of a path; every value is encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new Error(`Missing path parameter ${name} of ${path}`);
    return encodeURIComponent(String(value));
  });
}

/** The request that calls an endpoint, validated on this side first so that a form's error names its field before anything travels. */
export function wireRequest(
  service: ServiceName,
  endpoint: AnyEndpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  signal?: AbortSignal,
): WireRequest {
  return {
    service,
    method: endpoint.method,
    path: fillPath(endpoint.path, (input.params ?? {}) as Record<string, unknown>),
    query: input.query as Record<string, unknown> | undefined,
    body: input.body,
    signal,
    answer: endpoint.answer ?? 'envelope',
  };
}

/** Reads an answer by its contract. */
export function readAnswer(endpoint: AnyEndpoint, answer: unknown, policy: ParsePolicy): unknown {
  const { response } = endpoint as { response?: AnyEndpoint['response'] };
  // Pages are built without schemas of answers: the server has held its own answer against the same contract.
  if (endpoint.answer === 'raw' || !response) return answer;
  const parsed = response.safeParse(answer);
  if (parsed.success) return parsed.data;
  const name = `${endpoint.method} ${endpoint.path}`;
  if (policy.onMismatch({ endpoint: name, error: parsed.error }) === 'throw') throw parsed.error;
  return answer;
}

/** A typed client of one contract over an injected transport. */
export function createClient<C extends Contract>(
  contract: C,
  transport: Transport,
  policy: ParsePolicy = { onMismatch: () => 'throw' },
): Client<C> {
  const client: Record<string, unknown> = {};
  for (const [name, endpoint] of Object.entries(contract.endpoints)) {
    client[name] = async (
      input: { params?: unknown; query?: unknown; body?: unknown } = {},
      options: { signal?: AbortSignal } = {},
    ) => readAnswer(endpoint, await transport(wireRequest(contract.service, endpoint, input, options.signal)), policy);
  }
  return client as Client<C>;
}
