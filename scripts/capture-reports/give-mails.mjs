// Gives the server under test one mail per case over SMTP (127.0.0.1, port 25), with the parameters of RFC 3461 where it offers them.
import { connect } from 'node:net';
const cases = [
  ['unknown', 'otto.brandt@kelvin-tools.example'],
  ['quota-4xx', 'full.desk@kelvin-tools.example'],
  ['greylist', 'grey@kelvin-tools.example'],
  ['relayed', 'ines@kelvin-tools.example'],
  ['unknown-multiline', 'lena.ortiz@kelvin-mail.example'],
  ['quota', 'max.quota@kelvin-mail.example'],
  ['inactive', 'idle.one@kelvin-mail.example'],
  ['spam', 'newsletter@kelvin-mail.example'],
  ['access-denied', 'j.peters@fabrikam.example'],
  ['not-found-1', 'k.adams@fabrikam.example'],
  ['banned-ip', 'blocked.host@fabrikam.example'],
  ['store-full', 'm.full@fabrikam.example'],
  ['unrouteable', 'piet@oldworks.example'],
  ['no-such-user', 'carla.v@oldworks.example'],
  ['spam-plain', 'bulk@oldworks.example'],
  ['chkuser', 'hank@qtown.example'],
  ['quota-old', 'quota@qtown.example'],
  ['rbl-old', 'rbl@qtown.example'],
  ['unknown-german', 'herr.kaiser@behoerde.example'],
  ['quota-german', 'voll@behoerde.example'],
  ['later-german', 'ruhe@behoerde.example'],
  ['too-large', 'shop@tiny.example'],
  ['relayed-plain', 'friend@plain.example'],
  ['listed', 'info@listed.example'],
  ['closed', 'a@closed.example'],
  ['no-domain', 'sam@no-such-domain.example'],
  ['local-unknown', 'nobody.here@here.example'],
  ['two', 'otto.brandt@kelvin-tools.example,hank@qtown.example,quota@qtown.example'],
];
for (const [index, [id, to]] of cases.entries()) {
  const key = `m${String(index + 1).padStart(2, '0')}`;
  await new Promise((resolve) => {
    const socket = connect(25, '127.0.0.1');
    let buffer = '';
    let stage = 0;
    let dsn = false;
    const recipients = to.split(',');
    const lines = [
      `From: Anna Berg <anna.berg@outreach.example>`,
      `To: ${recipients.map((r) => `<${r}>`).join(', ')}`,
      `Subject: Shift planning at your plant`,
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${key}.7d41@outreach.example>`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'List-Unsubscribe: <https://t.outreach.example/u/7f3>',
      '',
      'Hello,',
      '',
      'you run three shifts with one planner. We cut the planning to an hour a week.',
      'Shall I show you how on Tuesday?',
      '',
      'Anna Berg',
      'Outreach Example',
      'If this is not for you, reply "unsubscribe".',
      ...(id === 'too-large' ? Array(80).fill('A long list of customers follows here, line after line.') : []),
    ];
    const steps = () => [
      `MAIL FROM:<anna.berg@outreach.example>${dsn ? ` RET=HDRS ENVID=${key}-7d41` : ''}`,
      ...recipients.map(
        (r) =>
          `RCPT TO:<${r}>${dsn ? ' NOTIFY=' + (id.startsWith('relayed') ? 'SUCCESS,' : '') + 'FAILURE,DELAY' : ''}`,
      ),
      'DATA',
      lines.join('\r\n') + '\r\n.',
      'QUIT',
    ];
    socket.on('error', (e) => {
      console.log(id, String(e));
      resolve();
    });
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      buffer += chunk;
      let m;
      while ((m = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(buffer))) {
        const reply = m[0];
        buffer = buffer.slice(reply.length);
        if (stage === 0) {
          socket.write('EHLO client.outreach.example\r\n');
          stage = 1;
          continue;
        }
        if (stage === 1) dsn = /DSN/.test(reply);
        if (stage > 1 && Number(m[1]) >= 400) console.log(id, reply.trim());
        const next = steps()[stage - 1];
        stage += 1;
        if (next) socket.write(next + '\r\n');
      }
    });
  });
}
