// The chapters of deploy/prove.mjs about a workspace's own seeds: one by its password and one by OAuth, confirmed by
// emailed codes, written to by a test of this workspace alone, and deleted.
import { headerOf, mailsOf } from './mail-providers.mjs';
import { providerOf } from './prove-people.mjs';
import { settled } from './prove-placement.mjs';
import { OWN_SEEDS, PASSWORD, PROVIDERS } from './prove-world.mjs';
import { waitFor } from './rehearsal-tools.mjs';
import { startTokenEndpoint } from './token-endpoint.mjs';

const SEEDS_PATH = '/api/smart-delivery/seeds';
const SUBJECT = 'A question about the quay';
const [byPassword, byGrant] = OWN_SEEDS;
const { host } = PROVIDERS.find(({ users }) => byGrant in users);
const seedOf = (email, login) => ({ email, host, region: 'Asia', provider: 'Own', ...login });

/** The code that was emailed to a seed, as its mailbox has it. */
const emailedCode = (story, address) =>
  waitFor(`The code of ${address}`, 90, async () => {
    const mail = mailsOf(providerOf(story, address), address).at(-1);
    return mail && /\b[0-9a-f]{32}\b/.exec(headerOf(mail, 'Subject') ?? '') && mail.folder;
  });

const problemOf = ({ bytes }) => JSON.parse(bytes.toString('utf8')).message;

function connectThem(story, tokens) {
  const { first, acme, globex, chapter, say, check } = story;
  const rows = async () => (await acme('GET', SEEDS_PATH)).rows;
  return chapter('A workspace connects seeds of its own, by password and by OAuth', async () => {
    const wrong = seedOf(byPassword, { password: 'wrong' });
    const refused = await first.ask('POST', SEEDS_PATH, { body: wrong, token: await acme.token() });
    check(
      `a wrong password connects nothing (${problemOf(refused)})`,
      refused.status === 400 && (await rows()).length === 0,
    );
    const { client, url } = tokens;
    const oauth = {
      ...{ token_url: url, client_id: client.id, client_secret: client.secret },
      refresh_token: tokens.grant(byGrant),
    };
    const connected = [
      await acme('POST', SEEDS_PATH, seedOf(byPassword, { password: PASSWORD })),
      await acme('POST', SEEDS_PATH, seedOf(byGrant, { oauth })),
    ];
    const methods = connected.map(({ auth_method: method }) => method).join(' and ');
    check(
      `their logins work, by ${methods}, and both wait for a code`,
      methods === 'PASSWORD and XOAUTH2' && connected.every(({ state }) => state === 'waiting'),
    );
    for (const address of OWN_SEEDS) say(`Dovecot has the code of ${address} in ${await emailedCode(story, address)}`);
    const active = async () => (await rows()).every(({ state, problem }) => state === 'active' && problem === null);
    await waitFor('The product finds both codes', 240, active, 2_000);
    check('the product has found both codes', true);
    const others = (await globex('GET', SEEDS_PATH)).rows;
    check('the other workspace sees neither', others.length === 0);
  });
}

function useThem(story, tokens) {
  const { acme, globex, chapter, check } = story;
  return chapter('Its test writes to them alone, their health shows, and they are deleted', async () => {
    const { id } = await acme('POST', '/api/smart-delivery/tests', {
      ...{ name: 'To our own seeds', type: 'manual', subject: SUBJECT },
      body_text: 'Hello,\n\nwhich quay is free on Monday?\n\nEva',
      ...{ sender_ids: [story.senderId], providers: ['Own'], has_gap: false },
    });
    const report = await settled(story, id, 1);
    check(
      `${report.latest.mails} emails, and the run passed with ${report.latest.score}%`,
      report.latest.mails === OWN_SEEDS.length && report.status === 'PASS',
    );
    const folders = OWN_SEEDS.map(
      (seed) => mailsOf(providerOf(story, seed), seed).find((mail) => headerOf(mail, 'Subject') === SUBJECT)?.folder,
    );
    check(`Dovecot has them in ${folders.join(', ')}`, folders.join() === 'INBOX,INBOX');
    const providersOf = async (who) =>
      (await who('GET', '/api/smart-delivery/choices')).seeds.map(({ provider }) => provider);
    check('no test of the other workspace can choose them', !(await providersOf(globex)).includes('Own'));
    const look = ({ id: seed }) => acme('POST', `${SEEDS_PATH}/${seed}/check`, {});
    const { rows } = await acme('GET', SEEDS_PATH);
    const healthy = await Promise.all(rows.map(look));
    check(
      'both are read now',
      healthy.every(({ problem, checked_at: at }) => problem === null && at !== null),
    );
    tokens.revoke(byGrant);
    const revoked = await look(rows.find(({ email }) => email === byGrant));
    check(`once its consent is withdrawn, it says: ${revoked.problem}`, /refresh token/.test(revoked.problem ?? ''));
    for (const { id: seed } of rows) await acme('DELETE', `${SEEDS_PATH}/${seed}`);
    check(
      'both are deleted, and the results stay',
      (await acme('GET', SEEDS_PATH)).rows.length === 0 &&
        (await acme('GET', `/api/smart-delivery/tests/${id}`)).latest.mails === OWN_SEEDS.length,
    );
  });
}

export async function keepOwnSeeds(story) {
  const tokens = await startTokenEndpoint(providerOf(story, byGrant), { id: 'skein', secret: PASSWORD });
  await connectThem(story, tokens);
  await useThem(story, tokens);
}
