// The chapter of deploy/prove.mjs about warmup: two workspaces at two providers share their mailboxes, and write to each other.
import { headerOf, mailsOf } from './mail-providers.mjs';
import { providerOf } from './prove-people.mjs';
import { eveningZone, LEADS, PARTNER, SENDER } from './prove-world.mjs';
import { waitFor } from './rehearsal-tools.mjs';

const exchanged = (story, to, from) =>
  mailsOf(providerOf(story, to), to).filter(
    (mail) => headerOf(mail, 'X-Conversation-Token') && headerOf(mail, 'From')?.includes(from),
  );

/** A campaign to a few people, one email every three minutes: some of them will be written to before the move, the others after it. */
async function startCampaign({ acme, senderId }) {
  const { id } = await acme('POST', '/api/campaigns', { name: 'Harbours of the east' });
  await acme('PUT', `/api/campaigns/${id}/sequences`, {
    steps: [
      { variants: [{ subject: 'Berths in spring', email_body: '<p>Hello {{first_name}}, is one free in April?</p>' }] },
    ],
  });
  await acme('PUT', `/api/campaigns/${id}/mailboxes`, { mailbox_ids: [senderId] });
  await acme('PUT', `/api/campaigns/${id}/schedule`, {
    ...{ timezone: 'Etc/GMT', days: [1, 2, 3, 4, 5, 6, 7], start_hour: '00:00', end_hour: '23:59' },
    ...{ min_time_btwn_emails: 3, max_leads_per_day: 100 },
  });
  const leads = LEADS.map((email) => ({ email, first_name: email.split('@')[0] }));
  await acme('POST', `/api/campaigns/${id}/leads`, { leads });
  await acme('POST', `/api/campaigns/${id}/status`, { action: 'START' });
  return id;
}

/** A little is enough: what is planned leaves before the evening of the mailboxes' zone. */
const SETTINGS = { enabled: true, per_day: 50, is_rampup_enabled: false, weekdays_only: false, is_randomised: false };
const ALWAYS = { reply_rate: 0, open_rate: 100, important_rate: 100, spam_rescue_rate: 100, auto_adjust: false };

export async function warmUp(story) {
  const { acme, globex, senderId, partnerId, chapter, say, check } = story;
  const sides = [
    { who: globex, id: partnerId },
    { who: acme, id: senderId },
  ];
  await chapter('Warmup over the pool of two workspaces', async () => {
    const before = await acme('GET', `/api/warmup/mailboxes/${senderId}`);
    say(`before DNS is asked again: ${before.prerequisites.map(({ id, state }) => `${id} ${state}`).join(', ')}`);
    const { zone, left } = eveningZone();
    say(`both mailboxes live in ${zone}, where the evening is ${left} minutes away`);
    for (const { who, id } of sides) {
      await who('PATCH', `/api/mailboxes/${id}`, { time_zone: zone });
      await who('PATCH', '/api/warmup/policy', { shares_pool: true });
      await who('PATCH', `/api/warmup/mailboxes/${id}`, { ...SETTINGS, ...ALWAYS });
      // As the page does where a record was missing: Look again.
      await who('POST', `/api/warmup/mailboxes/${id}/check`, {});
      const ready = await waitFor('The plan of its day', 30, async () => {
        const view = await who('GET', `/api/warmup/mailboxes/${id}`);
        return view.status === 'ACTIVE' && view.today.amount > 0 && view;
      });
      check(`${id === senderId ? SENDER : PARTNER} may warm up`, ready.blocked_reason === null);
    }
    // The first had nobody to write to when its day was planned.
    await globex('POST', `/api/warmup/mailboxes/${partnerId}/check`, {});
    const isIn = (to, from) =>
      waitFor(`A warmup email of ${from}`, left * 60 + 120, async () => exchanged(story, to, from)[0], 3_000);
    const [toGlobex, toAcme] = await Promise.all([isIn(PARTNER, SENDER), isIn(SENDER, PARTNER)]);
    check(`Dovecot of Eastpost has “${headerOf(toGlobex, 'Subject')}” of ${SENDER}`, true);
    check(`Dovecot of Northmail has “${headerOf(toAcme, 'Subject')}” of ${PARTNER}`, true);
    // Goes out while the receivers wait to be looked at.
    story.campaignId = await startCampaign(story);
    const ids = [toGlobex, toAcme].map((mail) => headerOf(mail, 'Message-ID'));
    await waitFor(
      'The look at both receivers',
      1_200,
      async () => {
        const all = [...exchanged(story, PARTNER, SENDER), ...exchanged(story, SENDER, PARTNER)];
        const isTaken = ({ flags }) => flags.includes('\\Seen') && flags.includes('\\Flagged');
        return ids.every((id) => all.some((mail) => headerOf(mail, 'Message-ID') === id && isTaken(mail)));
      },
      3_000,
    );
    check('their receivers opened both and marked them as important', true);
    for (const { who, id } of sides) {
      const view = await who('GET', `/api/warmup/mailboxes/${id}`);
      const { sent, inbox, spam, received } = view.last_7_days;
      say(
        `${id === senderId ? SENDER : PARTNER}: ${sent} sent, ${inbox} in the inbox, ${spam} in spam, ${received} received`,
      );
      check('both sides of it are counted', sent >= 1 && inbox >= 1 && received >= 1);
      const hidden = view.mails.every(({ partner }) => partner !== SENDER && partner !== PARTNER);
      check('nobody learns the address at the other end', hidden);
    }
  });
}
