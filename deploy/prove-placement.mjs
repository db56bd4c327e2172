// Chapters of deploy/prove.mjs about placement: a test that fails, what its report says, the repair, and the same test again.
import { headerOf, mailsOf } from './mail-providers.mjs';
import { providerOf } from './prove-people.mjs';
import { missingKey, SEEDS, SENDER } from './prove-world.mjs';
import { waitFor } from './rehearsal-tools.mjs';

const SUBJECT = 'A question about the harbour';

/** Where the newest email of the test lies, as the mail servers say. */
const foldersOf = (story, seeds) =>
  seeds.map(
    (seed) => mailsOf(providerOf(story, seed), seed).findLast((mail) => headerOf(mail, 'Subject') === SUBJECT)?.folder,
  );

/** The report of the latest run once every email was found and its records were looked up. */
export const settled = (story, id, run) =>
  waitFor(
    `Run ${run} of the placement test`,
    900,
    async () => {
      const report = await story.acme('GET', `/api/smart-delivery/tests/${id}`);
      return report.run === run && report.latest.waiting === 0 && report.checked_at !== null && report;
    },
    2_000,
  );

const tellPlaces = (say, { by_provider: providers }) => {
  for (const { name, inbox, spam, mails } of providers)
    say(`${name}: ${inbox} of ${mails} in the inbox, ${spam} in spam`);
};

export async function testPlacement(story) {
  const { acme, chapter, say, check } = story;
  const tests = '/api/smart-delivery/tests';
  let report;
  await chapter('A placement test fails', async () => {
    const { id } = await acme('POST', tests, {
      name: 'Before the first campaign',
      type: 'manual',
      subject: SUBJECT,
      body_text: 'Hello,\n\nwhen does the harbour open on Sundays?\n\nEva',
      sender_ids: [story.senderId],
      has_gap: false,
    });
    story.testId = id;
    report = await settled(story, id, 1);
    tellPlaces(say, report);
    check(`the run failed with ${report.latest.score}%`, report.status === 'FAIL');
    const folders = [...foldersOf(story, SEEDS.Northmail), ...foldersOf(story, SEEDS.Eastpost)];
    check(`Dovecot has them in ${folders.join(', ')}`, folders.join() === 'INBOX,INBOX,INBOX,Junk,Junk,Junk');
    for (const step of report.steps) say(`to do: ${step.title}`);
    const kinds = ['spf', 'dkim', 'dmarc'].map((kind) =>
      report.steps.find(({ key }) => key.startsWith(`${kind}:acme-north.com`)),
    );
    check('the report names SPF, DKIM and DMARC of acme-north.com', kinds.every(Boolean));
    const { authentication } = report;
    check(
      `the message that arrived has spf=${authentication[0]?.arrived.spf.result}, dmarc=${authentication[0]?.arrived.dmarc.result}`,
      authentication[0]?.arrived.spf.result === 'none' && authentication[0]?.arrived.dmarc.result === 'none',
    );
  });

  await chapter('The records are repaired, and the test passes', async () => {
    // As the report shows them, and the key as the mail provider does.
    const shown = report.steps.flatMap(({ record, key }) => (record && /^(?:spf|dmarc):/.test(key) ? [record] : []));
    await story.publish([...shown.map(({ type, name, value }) => ({ type, name, value })), missingKey(story.keys)]);
    for (const { name, value } of shown) say(`published at ${name}: ${value}`);
    await acme('POST', `${tests}/${story.testId}/checks`, {});
    const looked = await acme('GET', `${tests}/${story.testId}`);
    const open = looked.steps.filter(({ key, is_fixed: isFixed }) => /^(?:spf|dkim|dmarc):/.test(key) && !isFixed);
    check(
      `a check of the same message finds all repaired (${open.map(({ title }) => title).join('; ') || 'nothing open'})`,
      open.length === 0,
    );
    await acme('POST', `${tests}/${story.testId}/runs`, {});
    report = await settled(story, story.testId, 2);
    tellPlaces(say, report);
    check(`the next run passed with ${report.latest.score}%`, report.status === 'PASS' && report.latest.score === 100);
    const folders = [...foldersOf(story, SEEDS.Northmail), ...foldersOf(story, SEEDS.Eastpost)];
    check(
      `Dovecot has them in ${folders.join(', ')}`,
      folders.every((folder) => folder === 'INBOX'),
    );
    const [seed] = SEEDS.Eastpost;
    const mail = mailsOf(providerOf(story, seed), seed).findLast((each) => headerOf(each, 'Subject') === SUBJECT);
    const verdicts = mail.headers.match(/^Authentication-Results:.*$/gim).map((line) => line.trim());
    check(
      `the receiver's own verdict on ${SENDER} is spf, dkim and dmarc pass`,
      ['spf=pass', 'dkim=pass', 'dmarc=pass'].every((word) => verdicts.some((line) => line.includes(word))),
    );
  });
}
