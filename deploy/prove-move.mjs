// The chapters of deploy/prove.mjs about leaving: a workspace that is sending is exported, imported into an empty
// installation, and goes on there.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { headerOf, mailsOf } from './mail-providers.mjs';
import { makeAdministrator, providerOf } from './prove-people.mjs';
import { connectionOf, LEADS, OWNER, PASSWORD, SENDER } from './prove-world.mjs';
import { pause, waitFor } from './rehearsal-tools.mjs';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
/** Campaign emails by who has them, as Dovecot says. */
const arrived = (story) =>
  LEADS.flatMap((lead) =>
    mailsOf(providerOf(story, lead), lead)
      .filter((mail) => headerOf(mail, 'From')?.includes(SENDER))
      .map((mail) => ({ lead, id: headerOf(mail, 'Message-ID') })),
  );

/** Starts an export and waits for its end. @returns its row and manifest */
async function exported(who, pausesCampaigns) {
  const { id } = await who('POST', '/api/workspace-exports', { pause_campaigns: pausesCampaigns });
  const path = `/api/workspace-exports/${id}`;
  const row = await waitFor('The export', 300, async () => {
    const view = await who('GET', path);
    if (view.state === 'FAILED') console.error(view.problem);
    return view.state !== 'RUNNING' && view;
  });
  if (row.state !== 'DONE') throw new Error(`The export ended as ${row.state}: ${row.problem}`);
  return { row, manifest: await who('GET', `${path}/manifest`), link: (await who('POST', `${path}/link`, {})).url };
}

const hashesOf = ({ tables, files }) =>
  new Map([...tables, ...files].map(({ name, rows, sha256: hash }) => [name, `${rows ?? ''} ${hash}`]));

/** Names of tables and files in which two archives differ. */
export function differences(one, other) {
  const [before, after] = [hashesOf(one), hashesOf(other)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

/** @returns the archive, and who had an email by then */
function exportIt(story) {
  const { first, acme, acmeId, base, chapter, say, check } = story;
  return chapter('The workspace is exported while it sends', async () => {
    await waitFor('Two emails of the campaign', 900, async () => arrived(story).length >= 2, 2_000);
    const made = await exported(acme, true);
    const link = new URL(made.link, `https://${story.first.host}`);
    const { bytes } = await first.ask('GET', `${link.pathname}${link.search}`);
    check(
      `the archive has ${bytes.length} bytes and the SHA-256 that its run shows`,
      sha256(bytes) === made.row.sha256,
    );
    const file = join(base, 'acme.zip');
    say(first.operator('export-workspace', acmeId, '--to', file));
    check('the command copies the same archive', sha256(readFileSync(file)) === made.row.sha256);
    check(`${made.row.paused} campaign was paused for it`, made.row.paused === 1);
    const archive = { ...made, file };
    // Nothing can leave without a password; links in earlier emails go on to work.
    for (const { id } of (await acme('GET', '/api/mailboxes')).rows) await acme('DELETE', `/api/mailboxes/${id}`);
    await pause(5_000);
    const sentBefore = arrived(story);
    say(`${sentBefore.length} of ${LEADS.length} people have their email`);
    return { archive, sentBefore };
  });
}

/** @returns its owner, logged in there */
function importIt(story, archive) {
  const { chapter, say, check } = story;
  return chapter('It is imported into an empty installation', async () => {
    const second = await story.install('second');
    await makeAdministrator(second);
    const said = second.operator('import-workspace', archive.file, '--owner', OWNER, '--owner-name', 'Lena');
    say(said.split('\n')[0]);
    say(second.operator('set-plan', /Workspace (\d+)/.exec(said)?.[1], 'pro', '--until', '2027-12-31'));
    const uuid = /uuid=(\S+)/.exec(said)?.[1];
    await second.must('POST', '/api/auth/password/reset', { body: { uuid, newPassword: PASSWORD } });
    const owner = await second.logIn(OWNER, PASSWORD);
    const row = await waitFor('The import', 300, async () => {
      const [view] = (await owner('GET', '/api/workspace-imports')).imports;
      return view && view.state !== 'RUNNING' && view;
    });
    check(
      `the import is ${row.state} with ${row.rows_done} of ${row.rows_total} rows${row.problem ? `: ${row.problem}` : ''}`,
      row.state === 'DONE',
    );
    const again = await exported(owner, false);
    const different = differences(archive.manifest, again.manifest);
    const { tables, files } = archive.manifest;
    check(
      `${tables.length} tables and ${files.length} files are equal by checksum (different: ${different.join(', ') || 'none'})`,
      different.length === 0,
    );
    return owner;
  });
}

function goOn(story, owner, sentBefore) {
  const { acme, campaignId, chapter, check } = story;
  return chapter('It goes on there, and nobody is written to twice', async () => {
    await pause(20_000);
    check('nothing leaves by itself', arrived(story).length === sentBefore.length);
    const mailbox = (await owner('GET', '/api/mailboxes')).rows.find(({ from_email: email }) => email === SENDER);
    check(`its mailbox says why: ${mailbox.imap_failure_error}`, /Reconnect/.test(mailbox.imap_failure_error ?? ''));
    const { report } = await owner('POST', `/api/mailboxes/${mailbox.id}/reconnect`, connectionOf(SENDER, 'Eva'));
    check('the mailbox is connected again', report.smtp.ok && report.imap.ok);
    await owner('POST', `/api/campaigns/${campaignId}/status`, { action: 'START' });
    await waitFor(
      'The rest of the campaign',
      1_200,
      async () => new Set(arrived(story).map(({ lead }) => lead)).size === LEADS.length,
      3_000,
    );
    await pause(60_000);
    const all = arrived(story);
    check(
      `${all.length} emails to ${LEADS.length} people, ${all.length - LEADS.length} twice`,
      all.length === LEADS.length,
    );
    check('no Message-ID twice', new Set(all.map(({ id }) => id)).size === all.length);
    check(
      `${all.length - sentBefore.length} of them left from the second installation`,
      all.length > sentBefore.length,
    );
    const { status } = await acme('GET', `/api/campaigns/${campaignId}`);
    check(`the campaign that was left behind is ${status}`, status === 'PAUSED');
  });
}

function takeOverOptOuts(story, owner, sentBefore) {
  const { first, acme, chapter, check } = story;
  return chapter('Who opts out by an earlier link is known there', async () => {
    const [lead] = sentBefore.map((mail) => mail.lead);
    const mail = mailsOf(providerOf(story, lead), lead).at(-1);
    const link = new URL(/<(https:[^>]+)>/.exec(headerOf(mail, 'List-Unsubscribe'))?.[1]);
    const body = { 'List-Unsubscribe': 'One-Click' };
    const { status } = await first.ask('POST', link.pathname, {
      form: new URLSearchParams(body).toString(),
      host: link.hostname,
    });
    const csv = (await first.ask('GET', '/api/block-list/export.csv', { token: await acme.token() })).bytes.toString(
      'utf8',
    );
    check(
      `the link to ${link.hostname} answers ${status}, and the block list left behind has ${lead}`,
      status === 200 && csv.includes(lead),
    );
    const entries = csv.split(/[\s,"]+/).filter((word) => LEADS.includes(word));
    const { added } = await owner('POST', '/api/block-list', { entries });
    check(`the second installation takes over ${added} address`, added === 1);
  });
}

export async function moveAway(story) {
  const { archive, sentBefore } = await exportIt(story);
  const owner = await importIt(story, archive);
  await goOn(story, owner, sentBefore);
  await takeOverOptOuts(story, owner, sentBefore);
}
