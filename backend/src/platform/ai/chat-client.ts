import { z } from 'zod';
import { OutwardError, type AskServer, type OutwardAnswer } from '../http/ask-server';
import { RefusedAddressError } from '../mail/resolve-host';

/** A service that speaks the chat-completions protocol, and the key for it. */
export interface ChatService {
  baseUrl: string;
  key: string;
}
export interface ChatRequest {
  model: string;
  system: string;
  user: string;
  temperature: number;
  maxTokens: number;
  signal?: AbortSignal;
}
export interface ChatAnswer {
  text: string;
  model: string;
  /** All of them, and those of the text; null where the service does not tell. */
  tokens: number | null;
  written: number | null;
  isCut: boolean;
}

/** Why a service wrote nothing. `text` is for people and names the way out. */
export class ChatError extends Error {
  constructor(
    readonly kind:
      | 'key'
      | 'quota'
      | 'rate'
      | 'model'
      | 'refused'
      | 'server'
      | 'unreached'
      | 'late'
      | 'answer'
      | 'address'
      | 'cancelled',
    message: string,
    readonly retryAfter: number | null = null,
    /** what the model does not take, if that is the reason */
    readonly parameter: 'max_tokens' | 'temperature' | null = null,
  ) {
    super(message);
    this.name = 'ChatError';
  }
}

/** Waits for a text at most this long, in ms, and reads at most so many bytes of an answer: a mail has some thousands. */
export const chatPatience = 90_000;
export const chatBytes = 1_000_000;

const completion = z.object({
  model: z.string().max(200).optional(),
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullable() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: z
    .object({
      total_tokens: z.number().int().nonnegative(),
      completion_tokens: z.number().int().nonnegative().nullish(),
    })
    .nullish(),
});
const models = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(5_000) });
const failure = z.object({
  error: z.union([
    z.string(),
    z.object({
      message: z.string().optional(),
      code: z.union([z.string(), z.number()]).nullish(),
      type: z.string().nullish(),
      param: z.string().nullish(),
    }),
  ]),
});

/**
 * `POST /chat/completions` of an OpenAI-compatible service. What a model refuses to be told is left out or called by
 * its newer name: reasoning models of OpenAI take `max_completion_tokens` and no `temperature`, most other services
 * know the older parameters alone.
 * @throws ChatError
 */
export async function completeChat(ask: AskServer, service: ChatService, request: ChatRequest): Promise<ChatAnswer> {
  const answer = await sendAdapted(ask, service, request);
  const read = completion.safeParse(parse(answer));
  const [choice] = read.data?.choices ?? [];
  if (!read.success || !choice)
    throw new ChatError(
      'answer',
      `${hostOf(service)} answered with something that is no chat completion. Check the address of the service; it usually ends in /v1.`,
    );
  if (choice.finish_reason === 'content_filter' || !choice.message.content?.trim())
    throw new ChatError(
      'refused',
      'The model wrote nothing: its service refused the request. Describe the email differently.',
    );
  return {
    text: choice.message.content,
    model: read.data.model ?? request.model,
    tokens: read.data.usage?.total_tokens ?? null,
    written: read.data.usage?.completion_tokens ?? null,
    isCut: choice.finish_reason === 'length',
  };
}

/** What a service and model refused, as long as this process runs: the next request is right at once. */
const refusedParameters = new Map<string, ReadonlySet<Adaptable>>();
type Adaptable = 'max_tokens' | 'temperature';

async function sendAdapted(ask: AskServer, service: ChatService, request: ChatRequest): Promise<OutwardAnswer> {
  const place = `${service.baseUrl} ${request.model}`;
  for (;;) {
    const refused = refusedParameters.get(place) ?? new Set();
    try {
      return await send(ask, service, {
        method: 'POST',
        path: 'chat/completions',
        more: { signal: request.signal, body: JSON.stringify(bodyOf(request, refused)) },
      });
    } catch (error) {
      const parameter = error instanceof ChatError ? error.parameter : null;
      // Each can be refused once, so this ends.
      if (parameter === null || refused.has(parameter)) throw error;
      refusedParameters.set(place, new Set([...refused, parameter]));
    }
  }
}

const bodyOf = (request: ChatRequest, refused: ReadonlySet<Adaptable>) => ({
  model: request.model,
  messages: [
    { role: 'system', content: request.system },
    { role: 'user', content: request.user },
  ],
  ...(refused.has('temperature') ? {} : { temperature: request.temperature }),
  [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: request.maxTokens,
  n: 1,
  stream: false,
});

/** `GET /models`: the names, or null where the service does not tell them. @throws ChatError when it refuses the key or is not there */
export async function listModels(ask: AskServer, service: ChatService, signal?: AbortSignal): Promise<string[] | null> {
  try {
    const read = models.safeParse(parse(await send(ask, service, { method: 'GET', path: 'models', more: { signal } })));
    if (!read.success)
      throw new ChatError(
        'answer',
        `${hostOf(service)} answered with something that is no list of models. Check the address of the service; it usually ends in /v1.`,
      );
    return read.data.data.map((model) => model.id);
  } catch (error) {
    // Some services have no list of models: their key shows itself with the first text.
    if (error instanceof ChatError && error.kind === 'model') return null;
    throw error;
  }
}

/** A request to the service. */
interface ServiceCall {
  method: 'GET' | 'POST';
  path: string;
  more: { body?: string; signal?: AbortSignal };
}

async function send(ask: AskServer, service: ChatService, { method, path, more }: ServiceCall): Promise<OutwardAnswer> {
  const url = `${service.baseUrl.replace(/(?<!\/)\/+$/, '')}/${path}`;
  let answer: OutwardAnswer;
  try {
    answer = await ask({
      method,
      url,
      headers: {
        authorization: `Bearer ${service.key}`,
        ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...more,
    });
  } catch (error) {
    throw chatErrorOf(error, service);
  }
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw refusalOf(answer, service);
}

function chatErrorOf(error: unknown, service: ChatService): Error {
  const host = hostOf(service);
  if (error instanceof RefusedAddressError)
    return new ChatError('address', `${host} is not a public address. The service must be reachable on the internet.`);
  if (!(error instanceof OutwardError)) return error as Error;
  switch (error.kind) {
    case 'cancelled':
      return new ChatError('cancelled', 'The writing was cancelled.');
    case 'late':
      return new ChatError('late', `${host} did not answer in time. Try again, or choose a faster model.`);
    case 'too-long':
      return new ChatError(
        'answer',
        `The answer of ${host} is too long to be an email. Check the address of the service.`,
      );
    case 'address':
      return new ChatError('address', `${host}: ${error.message}`);
    case 'unreached':
      return new ChatError(
        'unreached',
        `${host} could not be reached. Check the address of the service, or try again in a moment.`,
      );
  }
}

/** The service's own words go along, cut and without a key in them: they often name the cause best. */
function refusalOf(answer: OutwardAnswer, service: ChatService): ChatError {
  const read = failure.safeParse(parse(answer));
  const error = read.success ? read.data.error : null;
  const words = (typeof error === 'string' ? error : (error?.message ?? ''))
    .replaceAll(service.key, '…')
    .replace(/\bsk-[\w*-]{4,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
  const code = typeof error === 'object' && error ? String(error.code ?? error.type ?? '') : '';
  const host = hostOf(service);
  const said = words ? ` It said: “${words}”` : '';
  const { status } = answer;
  if (status === 401 || status === 403)
    return new ChatError('key', `${host} does not accept your key. Enter another one under Settings, Profile.${said}`);
  if (status === 402 || (status === 429 && /quota|billing|insufficient/i.test(`${code} ${words}`)))
    return new ChatError(
      'quota',
      `Your account at ${host} has no credit left. Add credit there, then try again.${said}`,
    );
  if (status === 429)
    return new ChatError(
      'rate',
      `${host} asks for a pause: too many requests.${answer.retryAfter ? ` Try again in ${answer.retryAfter} s.` : ' Try again in a minute.'}`,
      answer.retryAfter,
    );
  if (status === 404 || status === 405 || code === 'model_not_found')
    return new ChatError(
      'model',
      `${host} does not know this model, or has nothing at this address. Choose another model, or check the address under Settings, Profile.${said}`,
    );
  if (status >= 500) return new ChatError('server', `${host} has trouble (${status}). Try again in a moment.`);
  const text = `${host} refused the request (${status}).${said || ' Choose another model.'}`;
  return new ChatError('refused', text, null, status === 400 ? refusedParameterOf(error, words) : null);
}

/** OpenAI names the parameter; services in front of it often pass on the words alone. */
function refusedParameterOf(error: unknown, words: string): Adaptable | null {
  const { param, code } = (typeof error === 'object' && error ? error : {}) as { param?: unknown; code?: unknown };
  if (
    !/^unsupported_(?:parameter|value)$/.test(String(code)) &&
    !/unsupported|not supported|does not support/i.test(words)
  )
    return null;
  return adaptable.find((name) => name === param || (param == null && words.includes(name))) ?? null;
}
const adaptable: readonly Adaptable[] = ['max_tokens', 'temperature'];

function parse(answer: OutwardAnswer): unknown {
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    return null;
  }
}

const hostOf = (service: ChatService): string =>
  URL.canParse(service.baseUrl) ? new URL(service.baseUrl).host : service.baseUrl;
