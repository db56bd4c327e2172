import axios, { AxiosError, type AxiosInstance, type AxiosResponse } from 'axios';
import type { Transport, WireRequest } from '@skein/contracts/client';
import type { ServiceName } from '@skein/contracts/endpoint';
import {
  ProblemError,
  defaultProblemMessage,
  lateMessage,
  meansSessionExpired,
  messageOf,
  unreachableMessage,
  type Problem,
} from './problem';

export interface TransportOptions {
  /** Base URL of a service; '' is our own origin. */
  baseUrl: (service: ServiceName) => string;
  /** The access token, or null when nobody is logged in. */
  token: () => string | null;
  /** Gets a new access token by the HttpOnly cookie; null when the session is over. `refused` is the token that was not accepted. */
  renewToken: (refused: string) => Promise<string | null>;
  /** Called once a call has shown that the session is over. */
  onSessionExpired: (message: string) => void;
  /** Called when HTML came where JSON was asked for: most often a newer build is out, or a proxy answers. */
  onUnexpectedHtml: () => void;
  onStart?: () => void;
  onEnd?: () => void;
  /** Milliseconds; the longest call of the product is ten minutes. */
  timeout?: number;
  http?: AxiosInstance;
}

/** Serialises a query: lists as repeated keys, nothing for undefined. */
export function serialiseQuery(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      search.append(
        key,
        item instanceof Date ? item.toISOString() : typeof item === 'object' ? JSON.stringify(item) : String(item),
      );
    }
  }
  return search.toString();
}

async function bodyOf(response: AxiosResponse): Promise<unknown> {
  if (typeof Blob !== 'undefined' && response.data instanceof Blob) {
    const text = await response.data.text();
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return response.data;
}

const isHtml = (response: AxiosResponse) => /text\/html/i.test(String(response.headers['content-type'] ?? ''));

async function problemOfFailure(error: AxiosError, requestId: string): Promise<Problem> {
  const { response } = error;
  if (!response) {
    const aborted = error.code === AxiosError.ERR_CANCELED;
    const late = error.code === AxiosError.ECONNABORTED || error.code === AxiosError.ETIMEDOUT;
    const code = aborted ? 'ABORTED' : late ? 'TIMEOUT' : 'OFFLINE';
    const message = { ABORTED: defaultProblemMessage, TIMEOUT: lateMessage, OFFLINE: unreachableMessage }[code];
    return { status: 0, code, message, details: [], requestId };
  }
  const body = (await bodyOf(response)) as
    | { code?: string; details?: Problem['details']; request_id?: string }
    | undefined;
  const message = isHtml(response) ? defaultProblemMessage : messageOf(body);
  return {
    status: response.status,
    code: typeof body?.code === 'string' ? body.code : 'INTERNAL',
    message,
    details: Array.isArray(body?.details) ? body.details : [],
    requestId: body?.request_id ?? String(response.headers['x-request-id'] ?? requestId),
  };
}

/** What the product's own answers are wrapped in. */
interface Envelope {
  ok?: boolean;
  data?: unknown;
  message?: string;
  code?: string;
  details?: Problem['details'];
}

const problemOfEnvelope = (envelope: Envelope, status: number, requestId: string): Problem => ({
  status,
  code: envelope.code ?? 'INTERNAL',
  message: messageOf(envelope),
  details: envelope.details ?? [],
  requestId,
});

/**
 * Carries calls by axios: bearer token, request id, one renewal of the token after a 401, the specification's session test,
 * and the HTML test. Throws ProblemError for everything that is not a good answer.
 */
export function createTransport(options: TransportOptions): Transport {
  const http = options.http ?? axios.create();

  async function send(request: WireRequest, token: string | null, requestId: string): Promise<AxiosResponse> {
    return http.request({
      baseURL: options.baseUrl(request.service) || undefined,
      url: request.path,
      method: request.method,
      params: request.query,
      paramsSerializer: { serialize: serialiseQuery },
      data: request.body,
      signal: request.signal,
      timeout: options.timeout ?? 600_000,
      responseType: request.answer === 'raw' ? 'blob' : 'json',
      // The refresh cookie must travel to a main service on another origin too; CORS decides there.
      withCredentials: true,
      headers: {
        'X-Request-Id': requestId,
        ...(request.answer === 'raw' ? {} : { Accept: 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
    });
  }

  async function attempt(request: WireRequest, requestId: string): Promise<AxiosResponse> {
    const token = options.token();
    try {
      return await send(request, token, requestId);
    } catch (error) {
      if (!(error instanceof AxiosError)) throw error;
      const problem = await problemOfFailure(error, requestId);
      // Without a session there is none to expire: a wrong password is only a wrong password.
      if (!token || !meansSessionExpired(problem)) throw new ProblemError(problem);
      const renewed = problem.status === 401 ? await options.renewToken(token) : null;
      if (!renewed) {
        options.onSessionExpired(problem.message);
        throw new ProblemError(problem);
      }
      try {
        return await send(request, renewed, requestId);
      } catch (second) {
        if (!(second instanceof AxiosError)) throw second;
        const again = await problemOfFailure(second, requestId);
        if (meansSessionExpired(again)) options.onSessionExpired(again.message);
        throw new ProblemError(again);
      }
    }
  }

  return async (request) => {
    const requestId = crypto.randomUUID();
    options.onStart?.();
    try {
      const response = await attempt(request, requestId);
      if (request.answer === 'raw') return response.data;
      if (isHtml(response)) {
        options.onUnexpectedHtml();
        const { status } = response;
        const message = defaultProblemMessage;
        throw new ProblemError({ status, code: 'UNEXPECTED_HTML', message, details: [], requestId });
      }
      if (request.answer === 'bare' || response.status === 204) return response.data;
      const envelope = response.data as Envelope | undefined;
      if (envelope?.ok === false) {
        const problem = problemOfEnvelope(envelope, response.status, requestId);
        if (options.token() && meansSessionExpired(problem)) options.onSessionExpired(problem.message);
        throw new ProblemError(problem);
      }
      return envelope?.data;
    } finally {
      options.onEnd?.();
    }
  };
}

let transport: Transport | undefined;

/** Makes `created` the transport of the page. Called once, by the shell. */
export function provideTransport(created: Transport): void {
  transport = created;
}

/** The transport of the page. */
export const pageTransport: Transport = (request) => {
  if (!transport) throw new Error('A call was made before the shell had set up the transport.');
  return transport(request);
};
