import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { clearTextRefusal, refusesClearText } from './clear-text';
import { defaultRules, type MailServer } from './mail-server';
import { encryptionOf, openImap } from './open-imap';
import { openConnection } from './submit-mail';

const rules = { ...defaultRules, allowPrivateAddresses: true, verifyCertificates: false };
const server = (port: number, portType: MailServer['portType'], host = '127.0.0.1'): MailServer => ({
  host,
  port,
  portType,
  username: 'rosa@northlight.test',
  credential: { kind: 'password', password: 'secret-4711' },
});

const open: Server[] = [];
afterEach(() => Promise.all(open.splice(0).map((each) => new Promise((done) => each.close(done)))));

/** A server that greets in the clear with these capabilities, and what it is told. */
async function greet(capabilities: string): Promise<{ port: number; told: string[] }> {
  const told: string[] = [];
  const listener = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write(`* OK [CAPABILITY IMAP4rev1 ${capabilities}] ready\r\n`);
    socket.on('data', (data) => {
      told.push(data.toString('latin1'));
      const [tag, command] = data.toString('latin1').split(/\s/);
      if (command === 'STARTTLS') socket.end(`${tag} OK begin\r\n`);
      else socket.write(`* CAPABILITY IMAP4rev1 ${capabilities}\r\n${tag} OK done\r\n`);
    });
  });
  open.push(listener);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return { port: (listener.address() as AddressInfo).port, told };
}

it('TLS asks for STARTTLS before it says anything else, and says no password to a server that has none', async () => {
  const offers = await greet('STARTTLS LOGINDISABLED');
  await expect(openImap(server(offers.port, 'TLS'), rules)).rejects.toThrow();
  expect(offers.told.join('')).toMatch(/STARTTLS/);
  expect(offers.told.join('')).not.toMatch(/secret-4711|LOGIN rosa|AUTHENTICATE/);
  const none = await greet('AUTH=PLAIN');
  await expect(openImap(server(none.port, 'TLS'), rules)).rejects.toThrow();
  expect(none.told.join('')).not.toMatch(/secret-4711|LOGIN |AUTHENTICATE/);
});

it('encrypts from the first byte for SSL, and on 993, by STARTTLS for TLS elsewhere', () => {
  expect(encryptionOf({ portType: 'SSL', port: 143 })).toEqual({ secure: true, doSTARTTLS: undefined });
  expect(encryptionOf({ portType: 'TLS', port: 993 })).toEqual({ secure: true, doSTARTTLS: undefined });
  expect(encryptionOf({ portType: 'TLS', port: 143 })).toEqual({ secure: false, doSTARTTLS: true });
  expect(encryptionOf({ portType: 'NONE', port: 143 })).toEqual({ secure: false, doSTARTTLS: false });
});

it('sends no password in the clear to a public server in production, and names the field', async () => {
  const production = { ...rules, allowPrivateAddresses: false };
  await expect(openImap(server(143, 'NONE', '1.1.1.1'), production)).rejects.toThrow(clearTextRefusal('imap'));
  await expect(openConnection(server(25, 'NONE', '1.1.1.1'), production)).rejects.toThrow(/smtp_port_type/);
  expect(refusesClearText({ portType: 'NONE' }, '10.0.0.7', production)).toBe(false);
  expect(refusesClearText({ portType: 'NONE' }, '1.1.1.1', rules)).toBe(false);
  expect(refusesClearText({ portType: 'TLS' }, '1.1.1.1', production)).toBe(false);
});
