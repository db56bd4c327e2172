// The mail server of the rehearsal, as a process of its own: the sandbox's SMTP and IMAP servers with TLS, and what
// they accepted over HTTP on loopback.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { createMemoryMailStore } from './mail-world/store/memory.store';
import { startMailWorld } from './mail-world/world';

const [host = '', certificate = '', accounts = ''] = process.argv.slice(2);
const mail = await startMailWorld({
  store: createMemoryMailStore(),
  clock: { now: () => Date.now() },
  seed: 'rehearsal',
  mode: 'stepped',
  host,
  smtpPort: 465,
  imapPort: 993,
  tls: {
    key: readFileSync(`${certificate}.key`, 'utf8'),
    cert: readFileSync(`${certificate}.crt`, 'utf8'),
    implicit: true,
  },
});
for (const account of JSON.parse(accounts)) await mail.createMailbox(account);
createServer((request, answer) => {
  void (async () => {
    const rows = await Promise.all(
      mail.record.find().map(async (row) => ({
        sender: row.sender,
        recipients: row.recipients,
        messageId: row.messageId,
        text: request.url === '/texts' ? (await mail.readMail(row.contentId)).toString() : undefined,
      })),
    );
    // Asked every few seconds: a connection that is kept would be closed in the moment in which it is used again.
    answer.setHeader('connection', 'close').end(JSON.stringify(rows));
  })();
}).listen(9925, '127.0.0.1', () => process.stdout.write('ready\n'));
