import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChatAccess } from './chat-access';
import { completeChat, listModels } from './chat-client';

type Body = Record<string, unknown>;
const { ask } = createChatAccess({ allowPrivateAddresses: true });
let server: Server;
let answer: (body: Body) => { status: number; body: unknown };
let asked: Body[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Body) : {};
      asked.push(body);
      const { status, body: given } = answer(body);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof given === 'string' ? given : JSON.stringify(given));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => void server.close());

const service = () => ({
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  key: 'sk-test-key',
});
const complete = () =>
  completeChat(ask, service(), {
    model: 'writer',
    system: 'Be brief.',
    user: 'Hello',
    temperature: 0.7,
    maxTokens: 200,
  });
const written = { status: 200, body: { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] } };
const refuses = (error: object) => ({ status: 400, body: { error: { type: 'invalid_request_error', ...error } } });

test('tells a model what most services know', async () => {
  answer = () => written;
  expect((await complete()).text).toBe('Hi');
  expect(asked).toEqual([expect.objectContaining({ max_tokens: 200, temperature: 0.7 })]);
});

test('a model that takes neither max_tokens nor a temperature writes, and is asked rightly at once from then on', async () => {
  answer = (body) =>
    'max_tokens' in body
      ? refuses({
          message: "Unsupported parameter: 'max_tokens' is not supported with this model.",
          param: 'max_tokens',
          code: 'unsupported_parameter',
        })
      : 'temperature' in body
        ? refuses({ message: "Unsupported value: 'temperature' does not support 0.7 with this model." })
        : written;
  expect((await complete()).text).toBe('Hi');
  expect((await complete()).text).toBe('Hi');
  expect(asked).toHaveLength(4);
  expect(asked[3]).toMatchObject({ max_completion_tokens: 200 });
  expect(asked[3]).not.toHaveProperty('temperature');
});

test('a refusal for another reason is told once, in the words of the service', async () => {
  answer = () => refuses({ message: 'This prompt is not supported.', param: 'messages', code: 'unsupported_value' });
  await expect(complete()).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('This prompt') });
  expect(asked).toHaveLength(1);
});

test.each([['"ok"'], ['<html></html>'], [{ object: 'list' }]])('%j is no list of models', async (body) => {
  answer = () => ({ status: 200, body });
  await expect(listModels(ask, service())).rejects.toMatchObject({ kind: 'answer' });
});

test('a service without a list of models is a service', async () => {
  answer = () => ({ status: 404, body: { error: 'not found' } });
  expect(await listModels(ask, service())).toBeNull();
});
