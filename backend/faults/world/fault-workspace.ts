import type { CampaignClock } from '#platform/clock/clock';
import type { Vault } from '#platform/crypto/vault';
import type { TestDatabase } from '#platform/testing/test-database';
import type { MailWorld } from '#sandbox/mail-world/world';
import { secretContext } from '#mailboxes/connections/mailbox-grants';

interface Place {
  query: TestDatabase['query'];
  workspaceId: number;
}

const idOf = async ({ query }: Place, sql: string, values: unknown[]) =>
  (await query<{ id: number }>(sql, values))[0]?.id as number;

export async function addWorkspace(query: TestDatabase['query']): Promise<Place> {
  const [row] = await query<{ id: number }>(
    `
      insert into workspace (name, plan_type, is_subscribed, trial_start_at, trial_end_at)
      values ('Faults', 'enterprise', true, now(), now() + interval '12 days')
      returning id
    `,
  );
  return { query, workspaceId: row?.id as number };
}

/** Mailboxes behind the proxy, of which every other one's provider files what is submitted. */
export async function addMailboxes(
  place: Place,
  mail: MailWorld,
  { names, smtpPort, vault }: { names: readonly string[]; smtpPort: number; vault: Vault },
): Promise<number[]> {
  const { query, workspaceId } = place;
  const mailboxIds: number[] = [];
  for (const [index, name] of names.entries()) {
    const email = `${name}@northlight.test`;
    // Some providers file what is submitted, others do not: absence proves something only at the first.
    const filesSent = index % 2 === 0;
    await mail.createMailbox({ email, password: 'right-password', autoFileSent: filesSent });
    const isStrict = name === 'emil';
    const id = await idOf(
      place,
      `
        insert into mailbox (
          workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_port_type, smtp_username, imap_host,
            imap_port, imap_port_type, imap_username, is_smtp_success, is_imap_success, files_sent_mail,
            message_per_day, min_time_to_wait_minutes, time_zone
        )
        values (
          $1, 'Rosa Kessler', $2, '127.0.0.1', $3, 'NONE', $2, '127.0.0.1', $4, 'NONE', $2, true, true, $5,
            $6, $7, 'Europe/Berlin'
        )
        returning id
      `,
      [workspaceId, email, smtpPort, mail.imap.port, filesSent, isStrict ? 12 : 400, isStrict ? 20 : 5],
    );
    await query('insert into mailbox_secret (workspace_id, mailbox_id, kind, sealed) values ($1, $2, $3, $4)', [
      workspaceId,
      id,
      'smtp',
      Buffer.from(vault.seal('right-password', secretContext(workspaceId, id, 'smtp'))),
    ]);
    mailboxIds.push(id);
  }
  return mailboxIds;
}

interface FaultCampaign {
  settings: Record<string, unknown>;
  mailboxes: number[];
  /** Of each step, after the one before. */
  hours: number[];
}

async function addCampaign(place: Place, now: number, { settings, mailboxes, hours }: FaultCampaign): Promise<number> {
  const { query, workspaceId } = place;
  const given = {
    status: 'ACTIVE',
    sending_days: [1, 2, 3, 4, 5, 6, 7],
    next_trigger_at: new Date(now),
    bounce_guard_enabled: false,
    ...settings,
  };
  const names = Object.keys(given);
  const id = await idOf(
    place,
    `insert into campaign (workspace_id, ${names.join(', ')})
      values ($1, ${names.map((_, index) => `$${index + 2}`).join(', ')}) returning id`,
    [workspaceId, ...Object.values(given)],
  );
  for (const mailboxId of mailboxes)
    await query('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
      workspaceId,
      id,
      mailboxId,
    ]);
  for (const [index, delay] of hours.entries()) {
    const stepId = await idOf(
      place,
      `
        insert into sequence_step (workspace_id, campaign_id, seq_number, delay_days, delay_hours)
        values ($1, $2, $3, 0, $4)
        returning id
      `,
      [workspaceId, id, index + 1, delay],
    );
    await query(
      `
        insert into step_variant (workspace_id, step_id, label, subject, email_body)
        values ($1, $2, 'A', $3, $4)
      `,
      [
        workspaceId,
        stepId,
        index === 0 ? '{Hello|Hi} {{first_name}}' : '',
        '<p>{Hello|Hi} {{first_name}}</p><p>.</p><p>A line that ends with a dot.</p>',
      ],
    );
  }
  return id;
}

/** The busy campaign and the strict one. */
export async function addCampaigns(
  place: Place,
  mailboxIds: number[],
  { now, pace }: { now: number; pace: number },
): Promise<{ busyCampaignId: number; strictCampaignId: number }> {
  const busyCampaignId = await addCampaign(place, now, {
    settings: {
      window_start: '00:00',
      window_end: '24:00',
      min_time_btwn_emails: pace,
      max_leads_per_day: 5000,
      follow_up_percentage: 50,
    },
    mailboxes: mailboxIds.filter((_, index) => index !== 4),
    hours: [0, 8],
  });
  const strictCampaignId = await addCampaign(place, now, {
    settings: {
      window_start: '08:00',
      window_end: '18:00',
      time_zone: 'Europe/Berlin',
      min_time_btwn_emails: 15,
      max_leads_per_day: 7,
    },
    mailboxes: mailboxIds.slice(3, 5),
    hours: [0, 5],
  });
  return { busyCampaignId, strictCampaignId };
}

/** Adds leads to a campaign, whose addresses go on from those before. */
export function leadSource({ query, workspaceId }: Place, clock: CampaignClock) {
  let leads = 0;
  return async (campaignId: number, count: number): Promise<void> => {
    const first = leads;
    leads += count;
    await query(
      `
        with l as (
          insert into lead (workspace_id, email, first_name, domain)
          select $1, 'silent.' || n || '@' || 'd' || (n % 50) || '.prospects-' || (n % 7) || '.test',
            'Lead' || n, 'd' || (n % 50) || '.prospects-' || (n % 7) || '.test'
          from generate_series($3::int, $4::int) n
          returning id
        )
        insert into enrolment (workspace_id, campaign_id, lead_id, created_at)
        select $1, $2, id, $5
        from l
      `,
      [workspaceId, campaignId, first, first + count - 1, new Date(clock.now())],
    );
    await query('update campaign set next_trigger_at = coalesce(next_trigger_at, $2) where id = $1', [
      campaignId,
      new Date(clock.now()),
    ]);
  };
}
