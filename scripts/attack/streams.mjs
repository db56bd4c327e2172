// M7: one person's live streams are capped. M3: a stranger's mail does not hold the process.
import { createTransport } from 'nodemailer';

import { people } from './lib/client.mjs';
import { pause } from './lib/installation.mjs';
import { watchLive } from './lib/watch-live.mjs';

export const title = 'Live streams without end, mails that cost too much';

/** So many the review opened, all of them. */
const STREAMS = 3_000;

export default async function streams({ installation, report }) {
  const { url, demo } = installation;
  const team = people(url, demo);
  const person = await team.signUp();
  const statuses = {};
  const controllers = [];
  for (let begun = 0; begun < STREAMS; begun += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const controller = new AbortController();
        controllers.push(controller);
        const answer = await fetch(`${url}/api/live`, {
          headers: { authorization: `Bearer ${person.token}` },
          signal: controller.signal,
        }).catch((error) => ({ status: error.cause?.code ?? error.name }));
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status !== 200) await answer.body?.cancel();
      }),
    );
  }
  controllers.forEach((controller) => controller.abort());
  const open = statuses[200] ?? 0;
  report(
    'M7',
    open < STREAMS,
    `one person opens ${STREAMS} live streams: ${open} stay open (${JSON.stringify(statuses)})`,
  );

  const [from] = demo.free_mailboxes;
  const transport = createTransport({ ...demo.smtp, secure: false, auth: { user: from.email, pass: from.password } });
  const before = watchLive(url, installation.pid?.());
  await pause(3_000);
  const { longest: quiet } = await before.stop();
  const during = watchLive(url, installation.pid?.());
  for (const size of [150_000, 300_000, 600_000])
    await transport.sendMail({
      from: from.email,
      to: demo.mailboxes[0].email,
      subject: `${size}`,
      html: '<'.repeat(size),
    });
  await pause(12_000);
  const { longest } = await during.stop();
  transport.close();
  report(
    'M3',
    longest < quiet + 500,
    `mails of 150, 300 and 600 kB of "<" to a connected mailbox: /health/live at most ${Math.round(longest)} ms, ${Math.round(quiet)} ms before them`,
  );
}
