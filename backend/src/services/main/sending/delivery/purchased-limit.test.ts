import { purchasedPerDay } from '@skein/contracts/smart-senders/offers';
import { createSendingWorld, type SendingWorld } from './testing';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const idOf = async (text: string, values: unknown[]) =>
  (await world.main.test.query<{ id: number }>(text, values))[0]?.id as number;

/** A mailbox with a limit of its own above that of purchased ones, in a campaign with more leads than either. */
async function startCampaign(name: string, settings: object): Promise<number> {
  const mailboxId = await world.connect(`${name}@northlight.test`, {
    message_per_day: purchasedPerDay.SMTP + 3,
    min_time_to_wait_minutes: 3,
  });
  const { workspaceId } = world.me;
  const orderId = await idOf(
    `
      insert into purchase_order (workspace_id, offer_id, forwarding_domain, registrant, created_at)
      values ($1, 1, 'company.test', '{}', now())
      returning id
    `,
    [workspaceId],
  );
  const domainId = await idOf(
    `
      insert into purchased_domain (workspace_id, order_id, name, price_cents, forwards_to)
      values ($1, $2, $3, 1500, 'company.test')
      returning id
    `,
    [workspaceId, orderId, `${name}.test`],
  );
  await idOf(
    `
      insert into purchased_mailbox (
        workspace_id, order_id, domain_id, mailbox_id, local_part, first_name, last_name, price_cents
      )
      values ($1, $2, $3, $4, 'nora', 'Nora', 'Whitlock', 400)
      returning id
    `,
    [workspaceId, orderId, domainId, mailboxId],
  );
  return world.campaign({
    mailboxIds: [mailboxId],
    leads: Array.from({ length: purchasedPerDay.SMTP + 5 }, (_, index) => `silent.${name}${index}@prospects.test`),
    settings: {
      min_time_btwn_emails: 5,
      max_leads_per_day: 0,
      settings: JSON.stringify(settings),
      next_trigger_at: new Date(world.main.clock.now()),
    },
  });
}

test('a purchased mailbox keeps to the limit of purchased ones, unless the campaign ignores it', async () => {
  const day = 86_400_000;
  const midnight = Math.ceil(world.main.clock.now() / day) * day;
  world.main.clock.set(midnight);
  const campaigns = [
    await startCampaign('keeps', {}),
    await startCampaign('ignores', { ignore_ss_mailbox_sending_limit: true }),
  ];
  await world.runUntil(midnight + 20 * 3_600_000);
  const sent = await world.main.test.query<{ count: number }>(
    `
      select count(*)::int as count
      from intent
      where campaign_id = any($1) and state = 'SENT'
      group by campaign_id
      order by campaign_id
    `,
    [campaigns],
  );
  expect(sent.map(({ count }) => count)).toEqual([purchasedPerDay.SMTP, purchasedPerDay.SMTP + 3]);
});
