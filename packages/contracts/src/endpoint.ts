import type { z } from 'zod';
import type { Permission } from './permissions';

/** The services of the house (ARCHITECTURE.md). Each has a base URL of its own in the browser's run-time configuration. */
export const serviceNames = [
  'main',
  'untracked-replies',
  'smart-delivery',
  'ed-subscription',
  'smart-senders',
  'smart-servers',
  'analytics',
  'subscription',
  'warmup',
  'data-query',
  'university',
  'tracking',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Scopes of tokens that are handed on for a few minutes (`POST /api/auth/temp-token`). */
export const tokenScopes = ['unsubscribe'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/**
 * Who may call an endpoint. Required on every endpoint; the `every-route` test attacks each according to it.
 * - `anyone`: no credentials (public screens).
 * - `link`: a signed token in the address is the credential (pixel, click, unsubscribe, signed upload).
 * - `person`: a logged-in person with the permission (bearer token), or an API key whose owner has it.
 *   With `scope`, a token of that scope is taken too; everywhere else such a token is refused.
 * - `session`: a logged-in browser only, never an API key (changing a password, revealing a key).
 * - `operator`: a logged-in browser of someone who runs this installation (SKEIN_OPERATORS, or made one by a command), whatever their role
 *   in a workspace of their own, and whether or not its plan still runs.
 */
export type Access =
  | { who: 'anyone' }
  | { who: 'link' }
  | { who: 'person'; may: Permission; scope?: TokenScope }
  | { who: 'session'; may: Permission }
  | { who: 'operator' };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How the answer is wrapped.
 * - `envelope`: `{ ok, data, message }`, docs/domain.md.
 * - `bare`: exactly what `response` names (the `/api/v1` wire).
 * - `raw`: not JSON (export, upload, pixel, redirect, event stream); the handler answers with a Response.
 */
export type AnswerKind = 'envelope' | 'bare' | 'raw';

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Hono form: `/api/campaigns/:campaignId`. The only place this address is written. */
  path: string;
  /** Other spellings that reach the same handler: `PATCH /api/v1/campaigns/:campaignId/status`. A trailing slash is always accepted. */
  aliases?: readonly string[];
  access: Access;
  /** One line for OpenAPI and the route table. */
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  answer?: AnswerKind;
  /** HTTP status of success; 200 unless named. */
  status?: number;
  /** Request body is read by the handler itself, streamed (uploads). */
  rawBody?: boolean;
}

// `any` inside ZodType keeps inference of concrete endpoints; the values are always checked by zod at run time.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any>;

export interface Contract<E extends Record<string, AnyEndpoint> = Record<string, AnyEndpoint>> {
  service: ServiceName;
  /** Group name in OpenAPI and in the route table. */
  tag: string;
  endpoints: E;
}

/** Names a contract: what one resource of one service offers. Its keys are the operation names used by server, client and tests. */
export function defineContract<const E extends Record<string, AnyEndpoint>>(contract: Contract<E>): Contract<E> {
  return contract;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a caller passes: only the parts that the endpoint names. */
export type CallInput<E extends AnyEndpoint> = (E['params'] extends z.ZodType
  ? { params: In<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: In<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: In<E['body']> } : { body?: undefined });

/** What a handler receives, after validation. */
export interface HandlerInput<E extends AnyEndpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
}

/** What a handler returns: stripped to the contract before it leaves. */
export type HandlerOutput<E extends AnyEndpoint> = E['answer'] extends 'raw' ? Response : In<E['response']>;

/** What a caller gets back. */
export type CallOutput<E extends AnyEndpoint> = Out<E['response']>;
