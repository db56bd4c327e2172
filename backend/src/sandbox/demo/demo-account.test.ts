import { createClient } from '@skein/contracts/client';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { serviceTransport } from '#platform/http/in-process-transport';
import { createMainApp } from '#main/app';
import { createTestMain, type TestMain } from '#main/testing';
import { type SandboxMail, startSandboxMail } from '../sandbox-mail';
import { sandboxStateStore } from '../sandbox-state.store';
import { ensureDemoAccount } from './demo-account';

let main: TestMain;
let mail: SandboxMail;

beforeAll(async () => {
  main = await createTestMain();
  mail = await startSandboxMail({ db: main.deps.db, clock: main.clock, origins: [] });
});
afterAll(async () => {
  await mail.close();
  await main.close();
});

it('the demo names mailboxes that its own login can connect as they stand there, and the list on the screen gets shorter by each', async () => {
  const deps = { ...main.deps, sandbox: mail.world };
  const options = { main: deps, mail, dataFolder: '/nowhere', publicUrl: 'http://localhost:3000' };
  const { file } = await ensureDemoAccount(options);
  expect(file).toMatchObject({ smtp: { security: 'none' }, imap: { security: 'none' } });
  expect(file.free_mailboxes.length).toBeGreaterThanOrEqual(2);
  const taken = new Set(file.mailboxes.map((mailbox) => mailbox.email));
  expect(file.free_mailboxes.filter((mailbox) => taken.has(mailbox.email))).toEqual([]);

  const app = createMainApp(deps);
  const transport = serviceTransport(
    () => app,
    () => ({ 'x-api-key': file.api_key }),
  );
  const listed = async () => (await createClient(sandboxContract, transport).servers({})).free_mailboxes;
  expect(await listed()).toEqual(file.free_mailboxes);
  // What one of them opens opens no other mailbox.
  const passwords = [...file.free_mailboxes, ...file.mailboxes].map(({ password }) => password);
  expect(new Set(passwords).size).toBe(file.free_mailboxes.length + 1);
  const [chosen] = file.free_mailboxes as [{ email: string; password: string }];
  const { mailbox, report } = await createClient(mailboxesContract, transport).create({
    body: {
      from_name: 'Nora',
      from_email: chosen.email,
      username: chosen.email,
      password: chosen.password,
      smtp_host: file.smtp.host,
      smtp_port: file.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: file.imap.host,
      imap_port: file.imap.port,
      imap_port_type: 'NONE',
    },
  });
  expect([report.smtp.ok, report.imap.ok, mailbox.state]).toEqual([true, true, 'connected']);
  expect(await listed()).toEqual(file.free_mailboxes.slice(1));
  expect((await ensureDemoAccount(options)).file).toEqual(file);
});

it('a demo from before, whose mailboxes have one password for all, tells it on no screen', async () => {
  const states = sandboxStateStore(main.deps.db);
  const { sealedFreeSecret: _, ...before } = (await states.read<Record<string, unknown>>('demo')) as Record<
    string,
    unknown
  >;
  await states.write('demo', before);
  const { file } = await ensureDemoAccount({
    main: main.deps,
    mail,
    dataFolder: '/nowhere',
    publicUrl: 'http://localhost:3000',
  });
  expect(file.free_mailboxes[0]?.password).toBe(file.mailboxes[0]?.password);
  expect(mail.world.servers().freeMailboxes).toEqual([]);
});
