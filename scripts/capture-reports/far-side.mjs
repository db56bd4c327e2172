// The far side of a capture: small SMTP servers on loopback addresses, each with the manner of another product, and the
// sender's own server, which keeps what comes back. `node far-side.mjs FOLDER` (inside a network of its own, port 25);
// `node far-side.mjs FOLDER --hosts` prints their addresses as lines for /etc/hosts.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

const [, , out] = process.argv;
mkdirSync(out, { recursive: true });

/** Recipient (local part) -> answer at RCPT; `data` -> answer after the final dot. */
const hosts = {
  'mx1.kelvin-tools.example': {
    ip: '127.0.10.1',
    banner: '220 mx1.kelvin-tools.example ESMTP Postfix',
    rcpt: {
      'otto.brandt':
        '550 5.1.1 <otto.brandt@kelvin-tools.example>: Recipient address rejected: User unknown in virtual mailbox table',
      'full.desk':
        '452 4.2.2 <full.desk@kelvin-tools.example>: Recipient address rejected: Mailbox is over quota, try again later',
      grey: '450 4.2.0 <grey@kelvin-tools.example>: Recipient address rejected: Greylisted, see policy page',
      ines: null,
    },
    data: {},
  },
  'kelvin-mail.example': {
    ip: '127.0.10.2',
    banner: '220 mx.google-like.example ESMTP k17si4 - gsmtp',
    rcpt: {
      'lena.ortiz': [
        '550-5.1.1 The email account that you tried to reach does not exist. Please try',
        "550-5.1.1 double-checking the recipient's email address for typos or",
        '550 5.1.1 unnecessary spaces. For more information, see the help page k17si4 - gsmtp',
      ],
      'max.quota': [
        "552-5.2.2 The recipient's inbox is out of storage space. Please direct the",
        '552 5.2.2 recipient to the help page on storage. k17si4 - gsmtp',
      ],
      'idle.one': '550 5.2.1 The email account that you tried to reach is inactive. k17si4 - gsmtp',
    },
    data: {
      newsletter: [
        '550-5.7.1 [127.0.9.9      18] Our system has detected that this message is',
        '550-5.7.1 likely unsolicited mail. To reduce the amount of spam sent to this',
        '550 5.7.1 service, this message has been blocked. k17si4 - gsmtp',
      ],
    },
  },
  'fabrikam-online.mail.example': {
    ip: '127.0.10.3',
    banner: '220 AM6PR04.mail.protection.example Microsoft ESMTP MAIL Service ready',
    rcpt: {
      'j.peters':
        '550 5.4.1 Recipient address rejected: Access denied. [AM6EUR04FT039.eop-eur04.prod.example 2026-11-21T09:00:00.000Z 08DE2]',
      'k.adams':
        '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient k.adams@fabrikam.example not found by SMTP address lookup',
      'blocked.host':
        '550 5.7.606 Access denied, banned sending IP [198.51.100.23]. To request removal from this list please visit the delist portal',
    },
    data: {
      'm.full':
        "554 5.2.2 STOREDRV.Deliver; delivery result banner mailbox full; the recipient's mailbox quota is exceeded",
    },
  },
  'mx.oldworks.example': {
    ip: '127.0.10.4',
    banner: '220 mx.oldworks.example ESMTP Exim 4.94',
    rcpt: {
      piet: '550 Unrouteable address',
      'carla.v': '550 No such user here',
      dept: '550 unknown user',
    },
    data: {
      bulk: '550 This message was classified as SPAM and may not be delivered',
    },
  },
  'mx.qtown.example': {
    ip: '127.0.10.5',
    banner: '220 mx.qtown.example ESMTP',
    rcpt: {
      hank: '550 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
      quota: '552 sorry, mailbox quota exceeded (#5.2.2)',
      rbl: '553 sorry, your mailserver [198.51.100.23] is listed by our blocking list (#5.7.1)',
    },
    data: {},
  },
  'mail.behoerde.example': {
    ip: '127.0.10.6',
    banner: '220 mail.behoerde.example ESMTP bereit',
    rcpt: {
      'herr.kaiser': '550 5.1.1 Empfaenger unbekannt',
      voll: '552 5.2.2 Postfach des Empfaengers ist voll',
      ruhe: '451 4.3.0 Bitte spaeter noch einmal versuchen',
    },
    data: {},
  },
  'mx.tiny.example': {
    ip: '127.0.10.7',
    banner: '220 mx.tiny.example ESMTP',
    size: 2000,
    rcpt: { shop: null },
    data: {},
  },
  'mx.plain.example': { ip: '127.0.10.8', banner: '220 mx.plain.example ESMTP', rcpt: { friend: null }, data: {} },
  'mx.listed.example': {
    ip: '127.0.10.9',
    banner: '220 mx.listed.example ESMTP',
    rcpt: {
      '*': '554 5.7.1 Service unavailable; Client host [198.51.100.23] blocked using zen.blocklist.example; see the lookup page',
    },
    data: {},
  },
  'mx.closed.example': { ip: '127.0.10.10', banner: '554 mx.closed.example No SMTP service here', rcpt: {}, data: {} },
  // The sender's own server: what arrives here is kept.
  'mail.outreach.example': {
    ip: '127.0.9.1',
    banner: '220 mail.outreach.example ESMTP',
    rcpt: { '*': null },
    data: {},
    keep: true,
    dsn: true,
  },
};
if (process.argv[3] === '--hosts') {
  for (const [name, h] of Object.entries(hosts)) console.log(`${h.ip} ${name}`);
  process.exit(0);
}

let kept = 0;
for (const [name, host] of Object.entries(hosts)) {
  createServer((socket) => {
    let data = null;
    let buffer = '';
    let rcpts = [];
    const say = (answer) => socket.write((Array.isArray(answer) ? answer.join('\r\n') : answer) + '\r\n');
    say(host.banner);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      for (;;) {
        const at = buffer.indexOf('\r\n');
        if (at < 0) return;
        const line = buffer.slice(0, at);
        buffer = buffer.slice(at + 2);
        if (data !== null) {
          if (line === '.') {
            const raw = data.join('\r\n') + '\r\n';
            data = null;
            const refuse = rcpts.map((r) => host.data[r]).find(Boolean);
            if (host.keep) writeFileSync(`${out}/${String(++kept).padStart(3, '0')}.eml`, raw, 'latin1');
            say(refuse ?? '250 2.0.0 Ok: queued as 4Q7ZtN');
          } else data.push(line.startsWith('.') ? line.slice(1) : line);
          continue;
        }
        const verb = line.slice(0, 4).toUpperCase();
        appendFileSync(`${out}/dialogue.log`, `${name} ${line}\n`);
        if (verb === 'EHLO')
          say([
            `250-${name}`,
            ...(host.size ? [`250-SIZE ${host.size}`] : []),
            ...(host.dsn ? ['250-DSN'] : []),
            '250-ENHANCEDSTATUSCODES',
            '250 8BITMIME',
          ]);
        else if (verb === 'HELO') say(`250 ${name}`);
        else if (verb === 'MAIL') {
          rcpts = [];
          say('250 2.1.0 Ok');
        } else if (verb === 'RCPT') {
          const who = /<([^@>]+)/.exec(line)?.[1] ?? '';
          const answer = host.rcpt[who] ?? host.rcpt['*'];
          if (answer) say(answer);
          else {
            rcpts.push(who);
            say('250 2.1.5 Ok');
          }
        } else if (verb === 'DATA') {
          if (rcpts.length) {
            data = [];
            say('354 End data with <CR><LF>.<CR><LF>');
          } else say('554 5.5.1 No valid recipients');
        } else if (verb === 'RSET') {
          rcpts = [];
          say('250 2.0.0 Ok');
        } else if (verb === 'QUIT') {
          say('221 2.0.0 Bye');
          socket.end();
        } else if (verb === 'NOOP') say('250 2.0.0 Ok');
        else say('502 5.5.2 Command not recognized');
      }
    });
  }).listen(25, host.ip);
}
console.log('listening');
