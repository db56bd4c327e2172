import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serve, type ServerType } from '@hono/node-server';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

/** The two packages as they are published, against the product over HTTP. */
const root = join(__dirname, '../../../../..');
const n8nFolder = join(root, 'packages/n8n-nodes-skein');
const built = mkdtempSync(join(tmpdir(), 'skein-n8n-'));
let main: TestMain;
let product: ServerType;
let receiver: Server;
let baseUrl: string;
let hookUrl: string;
let me: SignedIn;
let apiKey: string;
let campaignId: number;
const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];

beforeAll(async () => {
  execFileSync(process.execPath, [join(n8nFolder, 'build.mjs'), built]);
  main = await createTestMain();
  me = await main.signIn();
  apiKey = await main.apiKey(me);
  baseUrl = await new Promise((resolve) => {
    product = serve({ fetch: main.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}/`),
    );
  });
  receiver = createServer((request, answer) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(pieces) });
      answer.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const [campaign] = await main.test.query<{ id: number }>(
    `insert into campaign (workspace_id, name) values ($1, 'Port agents') returning id`,
    [me.workspaceId],
  );
  campaignId = campaign?.id as number;
});
afterAll(async () => {
  product.close();
  receiver.close();
  rmSync(built, { recursive: true, force: true });
  await main.close();
});

const api = () => main.asClient(webhooksContract, me);
const hooks = async () => (await api().listWebhooks({ query: {} })).webhooks;
const leads = () =>
  main.test.query<{ email: string }>('select email from lead where workspace_id = $1 order by id', [me.workspaceId]);

type Loaded = { description: { name: string; properties: object[] } } & Record<string, never>;

/** As n8n's loader does it: each file of the package's `n8n` names a class called like the file. */
function load<Node = Loaded>(file: string): Node {
  const name = file.slice(file.lastIndexOf('/') + 1).split('.')[0] as string;
  const module = require(join(built, file.replace(/^dist\//, ''))) as Record<string, new () => Node>;
  return new (module[name] as new () => Node)();
}

/** What n8n hands to a node: parameters, credentials and an HTTP client that signs in by them. */
function context(parameters: Record<string, unknown>, more: object = {}) {
  return {
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _index?: number, otherwise?: unknown) => parameters[name] ?? otherwise,
    getCredentials: async () => ({ baseUrl, apiKey }),
    continueOnFail: () => false,
    helpers: {
      returnJsonArray: (json: object) => [{ json }],
      async httpRequestWithAuthentication(
        _name: string,
        given: { method: string; url: string; qs?: Record<string, string>; body?: object },
      ) {
        const url = new URL(given.url);
        for (const [name, value] of Object.entries(given.qs ?? {})) url.searchParams.set(name, String(value));
        const answer = await fetch(url, {
          method: given.method,
          headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
          ...(given.body ? { body: JSON.stringify(given.body) } : {}),
        });
        if (!answer.ok) throw new Error(((await answer.json()) as { message: string }).message);
        return answer.json();
      },
    },
    ...more,
  };
}

describe('n8n-nodes-skein', () => {
  const manifest = JSON.parse(readFileSync(join(n8nFolder, 'package.json'), 'utf8')) as {
    keywords: string[];
    n8n: { n8nNodesApiVersion: number; credentials: string[]; nodes: string[] };
  };
  type Node = { execute: (this: unknown) => Promise<{ json: Record<string, unknown> }[][]> };
  const run = (operation: string, parameters: Record<string, unknown>) =>
    load<Node>('dist/nodes/Skein/Skein.node.js').execute.call(context({ operation, ...parameters }));

  test('is a package that n8n loads: each named file has its class', () => {
    expect(manifest.keywords).toContain('n8n-community-node-package');
    expect(manifest.n8n.n8nNodesApiVersion).toBe(1);
    expect(manifest.n8n.nodes.map((file) => load(file).description.name)).toEqual(['skein', 'skeinTrigger']);
    expect(load<{ name: string }>(manifest.n8n.credentials[0] as string).name).toBe('skeinApi');
  });

  test('lists campaigns, adds a lead, blocks a domain, and tells what the product refuses', async () => {
    const [rows] = await run('listCampaigns', { additionalFields: { search: 'port' } });
    expect(rows).toMatchObject([{ json: { id: campaignId, name: 'Port agents' } }]);
    await run('addLead', { campaignId, email: 'mia@firm.test', additionalFields: { first_name: 'Mia' } });
    expect(await leads()).toEqual([{ email: 'mia@firm.test' }]);
    await run('block', { entries: 'rival.test, other.test' });
    expect(await main.test.query('select value from suppression order by value')).toMatchObject([
      { value: 'other.test' },
      { value: 'rival.test' },
    ]);
    await expect(run('getCampaign', { campaignId: 999_999 })).rejects.toThrow(/campaign/i);
  });

  test('subscribes when its workflow is activated, takes signed deliveries alone, and unsubscribes', async () => {
    type Hook = (this: unknown) => Promise<boolean>;
    type Trigger = {
      webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', Hook> };
      webhook: (this: unknown) => Promise<{ workflowData?: { json: object }[][]; noWebhookResponse?: boolean }>;
    };
    const trigger = load<Trigger>('dist/nodes/Skein/SkeinTrigger.node.js');
    const kept: Record<string, unknown> = {};
    const own = context(
      { events: ['EMAIL_REPLY'] },
      {
        getWorkflowStaticData: () => kept,
        getNodeWebhookUrl: () => hookUrl,
        getWorkflow: () => ({ name: 'Replies' }),
      },
    );
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
    expect(await checkExists.call(own)).toBe(false);
    await create.call(own);
    expect(await checkExists.call(own)).toBe(true);
    await api().testWebhook({
      params: { webhookId: kept['webhookId'] as number },
      body: { event_type: 'EMAIL_REPLY' },
    });
    const { headers, body } = received.pop() as (typeof received)[number];
    const take = (rawBody: Buffer) => {
      let status = 200;
      const response = { status: (code: number) => ((status = code), response), json: () => response };
      const more = {
        getRequestObject: () => ({ rawBody }),
        getBodyData: () => JSON.parse(body.toString()) as object,
        getHeaderData: () => headers,
        getResponseObject: () => response,
      };
      return trigger.webhook.call({ ...own, ...more }).then((answer) => ({ ...answer, status }));
    };
    expect((await take(body)).workflowData).toMatchObject([[{ json: { event_type: 'EMAIL_REPLY' } }]]);
    expect(await take(Buffer.from('{}'))).toMatchObject({ noWebhookResponse: true, status: 401 });
    await remove.call(own);
    expect(await hooks()).toEqual([]);
  });
});

/** In a process of its own, as Zapier runs it: its library changes Node's HTTP for the whole process. */
const zapierScript = `
  const [core, app, path, bundle] = process.argv.slice(1);
  const App = require(app);
  const { compileApp, validateApp } = require(core + '/src/tools/schema');
  const method = path.split('.').reduce((part, name) => part?.[name], App);
  const work = path === 'validate'
    ? Promise.resolve(validateApp(compileApp(App)))
    : require(core).createAppTester(App)(method, JSON.parse(bundle));
  work.then(
    (result) => process.stdout.write(JSON.stringify({ result: result ?? null })),
    (error) => process.stdout.write(JSON.stringify({ error: error.message })),
  ).finally(() => setImmediate(() => process.exit()));
`;

describe('zapier-skein', () => {
  async function zapier<Result>(path: string, more: object = {}): Promise<Result> {
    const bundle = JSON.stringify({ authData: { baseUrl, apiKey }, inputData: {}, ...more });
    const parts = ['node_modules/zapier-platform-core', 'packages/zapier-skein'].map((part) => join(root, part));
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', zapierScript, ...parts, path, bundle]);
    const { result, error } = JSON.parse(stdout) as { result: Result; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  }

  test('is an app that Zapier takes, and signs in by the key', async () => {
    expect(await zapier('validate')).toEqual([]);
    await zapier('authentication.test');
    await expect(zapier('authentication.test', { authData: { baseUrl, apiKey: 'wrong' } })).rejects.toThrow(/401/);
  });

  test('subscribes, hears of an event, has a sample before one, and unsubscribes', async () => {
    const trigger = 'triggers.email_reply.operation';
    const made = await zapier<{ id: number }>(`${trigger}.performSubscribe`, { targetUrl: hookUrl });
    expect(await hooks()).toMatchObject([{ id: made.id, event_types: ['EMAIL_REPLY'], webhook_url: hookUrl }]);
    await api().testWebhook({ params: { webhookId: made.id }, body: { event_type: 'EMAIL_REPLY' } });
    const delivered = JSON.parse((received.pop() as (typeof received)[number]).body.toString()) as object;
    const taken = await zapier(`${trigger}.perform`, { cleanedRequest: delivered });
    const [sample] = await zapier<object[]>(`${trigger}.performList`);
    expect(taken).toMatchObject([{ event_type: 'EMAIL_REPLY' }]);
    expect(Object.keys(sample as object)).toEqual(expect.arrayContaining(Object.keys(delivered)));
    await zapier(`${trigger}.performUnsubscribe`, { subscribeData: made });
    expect(await hooks()).toEqual([]);
  });

  test('adds a lead and finds it', async () => {
    const inputData = { campaignId, email: 'noor@firm.test', first_name: 'Noor' };
    await zapier('creates.addlead.operation.perform', { inputData });
    const found = await zapier('searches.findleads.operation.perform', { inputData: { search: 'noor' } });
    expect(found).toMatchObject([{ email: 'noor@firm.test' }]);
  });
});
