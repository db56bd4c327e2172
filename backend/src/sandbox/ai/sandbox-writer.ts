import { Hono } from 'hono';
import { aiModels } from '@skein/contracts/main/ai-writing.contract';
import { seededUnit } from '#engine/sending/seeded-random';
import type { ChatAccess } from '#platform/ai/chat-access';
import type { ChatService } from '#platform/ai/chat-client';
import { answerAssistant } from './sandbox-assistant';
import { OutwardError, type AskServer } from '#platform/http/ask-server';

/** Where the stand-in is reached inside the process, and the one key that it takes. */
export const sandboxWriter: ChatService = { baseUrl: 'http://writer.sandbox/v1', key: 'sk-sandbox-writer-0000' };

/** Texts of a key in a minute; beyond, it asks for a pause as services do. */
const textsAMinute = 60;

interface Message {
  role: string;
  content: string;
}
interface Completion {
  model?: string;
  messages?: Message[];
  temperature?: number;
}

/**
 * The stand-in for an OpenAI-compatible service: `POST /v1/chat/completions` and `GET /v1/models` with the bearer key checked, errors in
 * the protocol's shape, a limit a minute and usage figures. It puts the brief into sentences of its own; nothing understands it.
 * @param options `pause`: ms it takes for a text, as a model does
 */
export function createSandboxWriter(options: { pause?: number; now?: () => number } = {}): Hono {
  const now = options.now ?? Date.now;
  const app = new Hono();
  let written: number[] = [];
  const failed = (message: string, type: string, code: string | null) => ({
    error: { message, type, param: null, code },
  });
  app.use(async (context, next) => {
    const given = context.req.header('authorization') ?? '';
    if (given === `Bearer ${sandboxWriter.key}`) return next();
    return context.json(
      failed(
        given ? 'Incorrect API key provided.' : 'You did not provide an API key.',
        'invalid_request_error',
        'invalid_api_key',
      ),
      401,
    );
  });
  app.get('/v1/models', (context) =>
    context.json({
      object: 'list',
      data: aiModels.map((id) => ({ id, object: 'model', created: 0, owned_by: 'sandbox' })),
    }),
  );
  app.post('/v1/chat/completions', async (context) => {
    const request = await context.req.json<Completion>().catch(() => null);
    if (!request?.messages?.length || typeof request.model !== 'string')
      return context.json(failed('You must provide a model and messages.', 'invalid_request_error', null), 400);
    if (!(aiModels as readonly string[]).includes(request.model))
      return context.json(
        failed(
          `The model \`${request.model}\` does not exist or you do not have access to it.`,
          'invalid_request_error',
          'model_not_found',
        ),
        404,
      );
    written = written.filter((at) => at > now() - 60_000);
    if (written.length >= textsAMinute)
      return context.json(failed('Rate limit reached for requests.', 'requests', 'rate_limit_exceeded'), 429, {
        'retry-after': '20',
      });
    written.push(now());
    if (options.pause) await new Promise((resolve) => setTimeout(resolve, options.pause));
    const content = answerAssistant(request.messages) ?? compose(request);
    const prompt = countTokens(request.messages.map((message) => message.content).join(' '));
    const completion = countTokens(content);
    return context.json({
      id: `chatcmpl-sandbox-${written.length}`,
      object: 'chat.completion',
      created: Math.floor(now() / 1000),
      model: request.model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    });
  });
  return app;
}

/** The way out of the sandbox: its own writer inside the process, everything else as it is. */
export function withSandboxWriter(access: ChatAccess, options: { pause?: number } = {}): ChatAccess {
  const app = createSandboxWriter(options);
  const ask: AskServer = async (request) => {
    if (!request.url.startsWith(`${sandboxWriter.baseUrl}/`)) return access.ask(request);
    const cancelled = new Promise<never>((_, reject) => {
      request.signal?.addEventListener('abort', () => reject(new OutwardError('cancelled', 'It was cancelled.')), {
        once: true,
      });
    });
    const response = await Promise.race([
      app.request(request.url, { method: request.method, headers: request.headers, body: request.body }),
      cancelled,
    ]);
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: Number(response.headers.get('retry-after')) || null,
    };
  };
  return { ask, sandbox: sandboxWriter };
}

const countTokens = (text: string): number => Math.ceil(text.length / 4);

const subjects = [
  '{about} at {{company_name}}',
  'A thought on {about}',
  '{about}: worth ten minutes?',
  'For {{company_name}}: {about}',
  'Quick question about {about}',
];
const openings = [
  'I came across {{company_name}} and thought of {about}.',
  'Teams like yours at {{company_name}} often ask us about {about}.',
  'This is about {about}, and I will keep it short.',
];
const middles = [
  '{audience}It takes little of your time, and you see at once whether it is something for you.',
  '{audience}We would show you how it works with an example of your own.',
  '{audience}There is nothing to install and nothing to prepare.',
];
const closings = [
  'Would a short call next week suit you?',
  'Shall I send you two examples?',
  'Is this something for you, or for a colleague of yours?',
];

function compose(request: Completion): string {
  const brief = readBrief(request.messages ?? []);
  const about = brief.about.replace(/(?<![\s.!?])[\s.!?]+$/, '').slice(0, 80) || 'our offer';
  const isPlain = request.messages?.some((message) => message.content.includes('no HTML')) ?? false;
  const pick = (from: readonly string[], what: string) =>
    from[
      Math.floor(seededUnit(what, `${about} ${brief.unlike.length} ${request.temperature ?? 1}`) * from.length) %
        from.length
    ] as string;
  const fill = (text: string) =>
    text
      .replaceAll('{about}', about)
      .replaceAll('{audience}', brief.audience ? `For ${brief.audience.replace(/(?<![\s.])[\s.]+$/, '')}: ` : '');
  const free = subjects.map(fill).filter((subject) => !brief.unlike.includes(subject));
  const lines = [
    'Hi {{first_name}},',
    fill(pick(openings, 'opening')),
    fill(pick(middles, 'middle')),
    pick(closings, 'closing'),
  ];
  return `Subject: ${pick(free.length > 0 ? free : subjects.map(fill), 'subject')}\n\n${isPlain ? lines.join('\n\n') : lines.map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`).join('\n')}`;
}

/** The brief stands as JSON in the last message of the person. */
function readBrief(messages: readonly Message[]): { about: string; audience: string; unlike: string[] } {
  const last = messages.filter((message) => message.role === 'user').at(-1)?.content ?? '';
  const [from, to] = [last.indexOf('{'), last.lastIndexOf('}')];
  const json = from >= 0 && to > from ? last.slice(from, to + 1) : undefined;
  try {
    const read = JSON.parse(json ?? '{}') as { about?: string; audience?: string; unlike?: string[] };
    return {
      about: String(read.about ?? ''),
      audience: String(read.audience ?? ''),
      unlike: Array.isArray(read.unlike) ? read.unlike.map(String) : [],
    };
  } catch {
    return { about: last.slice(0, 80), audience: '', unlike: [] };
  }
}
