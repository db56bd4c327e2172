import type { CoreIds, FixtureRows } from './fixture-rows';

/** A campaign, a mailbox, a lead, and the lead's enrolment in the campaign. */
export async function createCoreRows({ insert, insertOne, workspaceId }: FixtureRows): Promise<CoreIds> {
  const campaignId = await insert(`insert into campaign (workspace_id, name) values ($1, 'Fixture')`);
  const mailboxId = await insert(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'Fixture', $2, '127.0.0.1', 1, 'user', '127.0.0.1', 1, 'user')
    `,
    [`fixture-${workspaceId}@company.test`],
  );
  const leadId = await insert(`insert into lead (workspace_id, email, domain) values ($1, $2, 'company.test')`, [
    `lead-${workspaceId}@company.test`,
  ]);
  const enrolmentId = await insert(
    'insert into enrolment (workspace_id, campaign_id, lead_id, mailbox_id) values ($1, $2, $3, $4)',
    [campaignId, leadId, mailboxId],
  );
  await insertOne('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
    workspaceId,
    campaignId,
    mailboxId,
  ]);
  return { campaignId, mailboxId, leadId, enrolmentId };
}
