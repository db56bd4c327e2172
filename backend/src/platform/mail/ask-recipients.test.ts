import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { askRecipients } from './ask-recipients';

let server: Server;
const sockets = new Set<Socket>();

async function listen(talk: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.close();
});

const question = {
  helloName: 'skein.test',
  sender: 'verify@skein.test',
  addresses: ['ada@slow.test', 'bob@slow.test'],
};

it('gives up a server that sends a letter now and then and never ends its reply', async () => {
  const at = await listen((socket) => {
    socket.write('220-');
    const drip = setInterval(() => socket.write('x'), 10);
    socket.on('close', () => clearInterval(drip));
  });
  expect(await askRecipients({ ...question, ...at, patience: 150 })).toMatchObject([
    { stage: 'connect', code: null, text: 'The server was silent for too long.' },
    { code: null },
  ]);
});

it('gives up a server that is always just in time', async () => {
  const at = await listen((socket) => {
    socket.write('220 slow.test\r\n');
    socket.on('data', () => setTimeout(() => socket.write('250 yes\r\n'), 60));
  });
  const addresses = Array.from({ length: 60 }, (_, index) => `lead${index}@slow.test`);
  const answers = await askRecipients({ ...question, addresses, ...at, patience: 400 });
  expect(answers).toHaveLength(60);
  expect(answers[59]).toMatchObject({ code: null, text: expect.stringContaining('too long') });
});
