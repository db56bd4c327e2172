import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Question {
  system: string;
  user: string;
  model: string;
}

/** An AI service on loopback for tests: what it answers is the test's, what it was asked is kept. */
export interface ModelService {
  address: string;
  key: string;
  says: (question: Question) => string | { status: number; error: string };
  asked: Question[];
  close(): Promise<void>;
}

export async function startModelService(): Promise<ModelService> {
  const key = 'sk-right-key-7777';
  const model: ModelService = { address: '', key, says: () => '', asked: [], close: async () => undefined };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.headers.authorization !== `Bearer ${key}`) {
        response.writeHead(401);
        return response.end('{"error":{"message":"Incorrect API key provided."}}');
      }
      if (request.method === 'GET') return response.end('{"data":[{"id":"gpt-4o"}]}');
      const { model: name, messages } = JSON.parse(body) as { model: string; messages: { content: string }[] };
      const question = { system: messages[0]?.content ?? '', user: messages[1]?.content ?? '', model: name };
      model.asked.push(question);
      const answer = model.says(question);
      if (typeof answer === 'object') {
        response.writeHead(answer.status);
        return response.end(JSON.stringify({ error: { message: answer.error } }));
      }
      return response.end(
        JSON.stringify({
          model: name,
          choices: [{ message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 400, completion_tokens: 100, total_tokens: 500 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  model.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  model.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return model;
}
