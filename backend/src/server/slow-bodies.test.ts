import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { watchSlowBodies } from './slow-bodies';

it('closes a connection whose body hardly comes, and none whose body has come and is worked on', async () => {
  let finish: () => void = () => undefined;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      finish = () => response.end('done');
      server.emit('read');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = watchSlowBodies(server, { every: 20, bytes: 100 });
  const open = (body: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\nconnection: close\r\n\r\n${body}`);
    return socket;
  };
  const whole = open('12345');
  await once(server, 'read');
  const slow = open('1');
  slow.on('error', () => undefined);
  await once(slow, 'close');
  const answer = once(whole, 'data');
  finish();
  expect(String((await answer)[0])).toContain('200 OK');
  end();
  server.close();
  server.closeAllConnections();
});
