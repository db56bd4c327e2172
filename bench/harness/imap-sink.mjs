// An IMAP server with one empty INBOX for everybody, that never tells of anything: for connections that only wait. One process, port 0;
// with a file of key and certificate (JSON) it speaks TLS. Prints its port and id.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

const capabilities = 'IMAP4rev1 IDLE NAMESPACE ID UIDPLUS SPECIAL-USE AUTH=PLAIN SASL-IR';

const certificate = process.argv[2];
const serve = (answer) =>
  certificate ? createTlsServer(JSON.parse(readFileSync(certificate, 'utf8')), answer) : createServer(answer);

const server = serve((socket) => {
  let rest = '';
  let idleTag = null;
  let isCredential = null;
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.write(`* OK [CAPABILITY ${capabilities}] sink\r\n`);
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (let line = rest.indexOf('\r\n'); line !== -1; line = rest.indexOf('\r\n')) {
      const text = rest.slice(0, line);
      rest = rest.slice(line + 2);
      answer(text);
    }
  });
  function answer(text) {
    if (isCredential !== null) {
      socket.write(`${isCredential} OK [CAPABILITY ${capabilities}] in\r\n`);
      isCredential = null;
      return;
    }
    if (idleTag !== null) {
      if (text.toUpperCase() === 'DONE') {
        socket.write(`${idleTag} OK idle ended\r\n`);
        idleTag = null;
      }
      return;
    }
    const [tag, first = '', second = '', ...more] = text.split(' ');
    const command = first.toUpperCase();
    const ok = (lines = '') => socket.write(`${lines}${tag} OK ${command} done\r\n`);
    if (command === 'IDLE') {
      idleTag = tag;
      socket.write('+ waiting\r\n');
    } else if (command === 'CAPABILITY') ok(`* CAPABILITY ${capabilities}\r\n`);
    else if (command === 'AUTHENTICATE' && more.length === 0) {
      isCredential = tag;
      socket.write('+ \r\n');
    } else if (command === 'NAMESPACE') ok('* NAMESPACE (("" "/")) NIL NIL\r\n');
    else if (command === 'ID') ok('* ID NIL\r\n');
    else if (command === 'LIST')
      ok(
        text.includes('""') && / "" ""/.test(text)
          ? '* LIST (\\Noselect) "/" ""\r\n'
          : '* LIST (\\HasNoChildren) "/" INBOX\r\n',
      );
    else if (command === 'LSUB') ok('* LSUB () "/" INBOX\r\n');
    else if (command === 'STATUS') ok(`* STATUS ${second} (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 1 UNSEEN 0)\r\n`);
    else if (command === 'SELECT' || command === 'EXAMINE')
      ok(
        '* FLAGS (\\Seen \\Deleted)\r\n* 0 EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 1] valid\r\n* OK [UIDNEXT 1] next\r\n',
      );
    else if (command === 'UID' && second.toUpperCase() === 'SEARCH') ok('* SEARCH\r\n');
    else if (command === 'LOGOUT') {
      socket.end(`* BYE\r\n${tag} OK bye\r\n`);
    } else ok();
  }
});
server.listen(0, '127.0.0.1', 4096, () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port, pid: process.pid })}\n`),
);
