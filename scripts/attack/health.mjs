// C1, M3: whatever is read meanwhile, the process answers. Hostile templates, forecasts, files and mails are read in
// threads; beside each of them `/health/live` is asked again and again, and costs what the event loop computed before
// it answered.
import { connect } from 'node:net';

import { caller } from './lib/client.mjs';
import { fileAttacks, reviewAttacks } from './lib/file-attacks.mjs';
import { repeated } from './lib/hostile-files.mjs';
import { pause } from './lib/installation.mjs';
import { watchLive } from './lib/watch-live.mjs';

export const title = 'the process answers while it reads what is meant to stop it';

/** Milliseconds of the event loop's CPU at the 99th percentile (of the clock where the process is not on this machine). */
const goal = 50;
/** Work goes on for so many milliseconds at least: of a few dozen answers the slowest would be the 99th percentile. */
const shortest = 3_000;
/** What else happens on the machine only ever adds; work that stops the process does so each time. */
const mostRounds = 3;

/** Asks `/health/live` until the work is done. */
async function beside({ url, pid }, work) {
  const begin = performance.now();
  const watch = watchLive(url, pid);
  try {
    do await work();
    while (performance.now() - begin < shortest);
  } catch (error) {
    await watch.stop();
    throw error;
  }
  return { ...(await watch.stop()), seconds: (performance.now() - begin) / 1000 };
}

/** Hands a mail to the server of the sandbox as any server of the internet would. */
function deliver({ host, port }, to, lines) {
  return new Promise((done, fail) => {
    const socket = connect(port, host);
    const commands = [
      'EHLO attack.test',
      'MAIL FROM:<stranger@attack.test>',
      `RCPT TO:<${to}>`,
      'DATA',
      `${lines}\r\n.`,
      'QUIT',
    ];
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('error', fail);
    socket.on('close', () => done());
    socket.on('data', (text) => {
      heard += text;
      if (!/^\d{3} [^\n]*\r\n$/m.test(heard)) return;
      if (/^[45]/.test(heard)) return socket.destroy(new Error(heard));
      heard = '';
      const next = commands.shift();
      if (next) socket.write(`${next}\r\n`);
    });
  });
}

const mailOf = (to, piece, size) =>
  [
    'From: Stranger <stranger@attack.test>',
    `To: ${to}`,
    'Subject: A question',
    `Message-ID: <${Date.now()}.${Math.random().toString(36).slice(2)}@attack.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(repeated(piece, size)).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ].join('\r\n');

/**
 * @param smtp where the sandbox takes mail, and `mailbox` the address of one of its connected mailboxes; without them no mail is sent
 * @param pid the process of the product, if it is on this machine
 * @returns each attack with whether the loop stayed below 50 ms before each answer of `/health/live`, and the figures
 */
export async function attackHealth({ url, pid, demo, smtp, mailbox, only = '', say = () => undefined }) {
  const ask = caller(url, { 'x-api-key': demo.api_key });
  const { rows: campaigns } = (await ask('GET', '/api/campaigns?limit=50')).data;
  // The largest, for the forecasts; an installation without any gets one.
  const [largest] = campaigns.sort((one, other) => other.progress.total - one.progress.total);
  const campaign = (largest ?? (await ask('POST', '/api/campaigns', { name: 'Attack' })).data).id;
  const preview = (email_body) =>
    ask('POST', `/api/campaigns/${campaign}/sequences/preview`, { seq_number: 1, draft: { subject: 's', email_body } });
  const several = (count, work) => Promise.all(Array.from({ length: count }, (_, index) => work(index)));

  const attacks = [
    { name: 'nothing (how busy the machine is)', work: () => pause(2_000) },
    ...['<', '<!--', '<a href="', '<b><i>', '{{', '{{a}}', '{a|b}', '{% if a %}'].map((piece) => ({
      name: `12 previews of 80,000 characters of ${piece}`,
      work: () => several(12, () => preview(repeated(piece, 80_000))),
    })),
    // From anyone, and from somebody with a key: JSON of so many small values that parsing it would take seconds.
    ...['{},', '[1],', '"x",'].flatMap((piece) =>
      ['/api/auth/login', '/api/campaigns'].map((path) => ({
        name: `6 bodies of 9.9 MB of ${piece} for ${path}`,
        work: () =>
          several(6, () =>
            fetch(url + path, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-api-key': demo.api_key },
              body: `{"email":[${repeated(piece, 9_900_000)}1]}`,
            }).then(
              (response) => response.text(),
              // The connection may be closed before all of it was sent.
              () => '',
            ),
          ),
      })),
    ),
    // Keys that no contract knows have to be told from those that it knows.
    {
      name: '6 bodies of 300,000 unknown keys',
      work: () =>
        several(6, () =>
          ask('POST', '/api/campaigns', Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`k${at}`, 1]))),
        ),
    },
    {
      name: '12 forecasts',
      work: () =>
        several(12, (index) => ask('POST', `/api/campaigns/${campaign}/forecast`, { message_per_day: 5 + index })),
    },
    ...(smtp && mailbox
      ? ['<', '<div>', '<style>'].flatMap((piece) =>
          [150_000, 600_000].map((size) => ({
            name: `6 mails of ${size / 1000} kB of ${piece}`,
            // Sent, delivered and read: the sync hears of a mail in about a second.
            work: async () => {
              await several(6, () => deliver(smtp, mailbox, mailOf(mailbox, piece, size)));
              await pause(4_000);
            },
          })),
        )
      : []),
    ...(await reviewAttacks(url, demo)),
    ...(await fileAttacks(url, demo)),
  ].filter(({ name }) => name.includes(only));

  const results = [];
  for (const { name, work } of attacks) {
    let figures = await beside({ url, pid }, work);
    for (let round = 1; round < mostRounds && figures.p99 >= goal; round += 1) {
      const again = await beside({ url, pid }, work);
      if (again.p99 < figures.p99) figures = again;
    }
    const { asked, p50, p99, longest, seconds, measure } = figures;
    say(
      `${name}: p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, longest ${longest.toFixed(0)} ms of ${measure}, ${asked} answers in ${seconds.toFixed(1)} s`,
    );
    results.push({ name, held: p99 < goal, figures });
  }
  return results;
}

export default async function attack({ installation, report, say, options }) {
  const { url, demo } = installation;
  const results = await attackHealth({
    url,
    pid: installation.pid?.(),
    demo,
    only: options.only,
    smtp: demo.smtp,
    mailbox: demo.mailboxes?.[0]?.email,
    say,
  });
  for (const { name, held, figures } of results)
    report(
      'C1 M3',
      held,
      `/health/live beside ${name}: ${figures.p99.toFixed(0)} ms of ${figures.measure} at p99 (goal ${goal})`,
    );
}
