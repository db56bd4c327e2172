import type { LeadId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import { selectedBy, type ColumnsReadBy } from '@skein/contracts/main/campaign-columns';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import type { StepRow } from '#lifecycle/lifecycle.api';
import type { ClaimedIntent } from './lane.store';
import type { LeadColumns } from './missing-fields';

type SentVariant = StepRow['variants'][number] & { attachments?: SendJob['intent']['attachments'] };

/** What an email takes of its campaign. */
interface SentCampaign extends ColumnsReadBy<'COMPOSER'> {
  id: number;
  uuid: string;
  /** Dedicated servers that it sends through; null: its mailboxes' own. */
  server_group_id: number | null;
}

/** Everything needed to make and send one mail. */
export interface SendJob {
  intent: Pick<
    StoredIntent,
    | 'id'
    | 'kind'
    | 'workspace_id'
    | 'state'
    | 'campaign_id'
    | 'enrolment_id'
    | 'step_id'
    | 'seq_number'
    | 'variant_id'
    | 'mailbox_id'
    | 'send_at'
    | 'message_id'
    | 'envelope_id'
    | 'to_email'
    | 'from_name'
    | 'reply_to'
    | 'cc'
    | 'bcc'
    | 'subject'
    | 'body_html'
    | 'body_text'
    | 'in_reply_to'
    | 'references'
    | 'attempts'
    | 'reallocated_from'
    | 'trigger_run_id'
  > & {
    attachments: { name: string; content_type: string; storage_key: string; size?: number }[];
  };
  mailbox: {
    id: number;
    from_name: string;
    from_email: string;
    signature: string | null;
    bcc_email: string | null;
    different_reply_to_address: string | null;
    /** Null also while it is not verified: links to it might lead nowhere. */
    custom_tracking_domain: string | null;
    /** Whether Sent tells of this email: the provider files what it submits, but not what leaves through a dedicated server. */
    files_sent_mail: boolean;
  };
  campaign: SentCampaign | null;
  enrolment: {
    id: number;
    lead_id: LeadId;
    steps_sent: number;
    thread_subject: string | null;
    thread_references: string[];
    last_message_id: string | null;
    spin_index: number;
  } | null;
  lead: LeadColumns | null;
  variant: SentVariant | null;
}

type JobRow = SendJob['intent'] & {
  mailbox: SendJob['mailbox'];
  enrolment: SendJob['enrolment'];
  lead: LeadColumns | null;
};

/** What a mail takes of its mailbox `m`, as members of a JSON object. */
export const mailboxMembers = `
  'id', m.id, 'from_name', m.from_name, 'from_email', m.from_email, 'signature', m.signature, 'bcc_email',
  m.bcc_email, 'different_reply_to_address', m.different_reply_to_address, 'custom_tracking_domain',
  (
    select t.domain
    from tracking_domain t
    where t.workspace_id = m.workspace_id and t.domain = m.custom_tracking_domain and t.verified_at is not null
  )
`;

/** What a mail takes of its lead `l`. */
export const leadObject = `
  json_build_object(
    'email', l.email, 'first_name', l.first_name, 'last_name', l.last_name, 'phone_number',
      l.phone_number, 'company_name', l.company_name, 'website', l.website, 'location', l.location,
      'linkedin_profile', l.linkedin_profile, 'company_url', l.company_url, 'custom_fields',
      l.custom_fields
  )
`;

const statement = `
  select i.id, i.kind, i.workspace_id, i.state, i.campaign_id, i.enrolment_id, i.step_id, i.seq_number,
    i.variant_id, i.mailbox_id, i.send_at, i.message_id, i.envelope_id, i.to_email, i.from_name, i.reply_to, i.cc, i.bcc, i.subject,
    i.body_html, i.body_text, i.in_reply_to, i."references", i.attachments, i.attempts, i.reallocated_from,
    i.trigger_run_id,
    json_build_object(${mailboxMembers}, 'files_sent_mail',
        m.files_sent_mail and not exists (select from server_mail r where r.intent_id = i.id)
    ) as mailbox,
    case
      when e.id is not null then json_build_object(
        'id', e.id, 'lead_id', e.lead_id, 'steps_sent', e.steps_sent, 'thread_subject', e.thread_subject,
          'thread_references', e.thread_references, 'last_message_id', e.last_message_id, 'spin_index',
          e.spin_index
      )
      end as enrolment,
    case
      when l.id is not null then ${leadObject}
      end as lead
  from unnest($1::bigint[], $2::bigint[]) as g(id, token)
  join intent i on i.id = g.id and i.state = $3 and i.fencing_token = g.token
  join mailbox m on m.id = i.mailbox_id
  left join enrolment e on e.id = i.enrolment_id
  left join lead l on l.id = e.lead_id
`;

/** What mails take of their campaigns, by id. */
export async function findCampaigns(sql: SqlClient, ids: readonly number[]): Promise<Map<number, SentCampaign>> {
  const { rows } = await prepared<SentCampaign>(
    sql,
    `
      select ${selectedBy('COMPOSER', 'c')}, c.id, c.uuid, g.group_id as server_group_id
      from campaign c
      left join campaign_server_group g on g.workspace_id = c.workspace_id
        and g.campaign_id = coalesce(c.parent_campaign_id, c.id)
      where c.id = any($1)
    `,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The texts and files of variants, by id. */
async function findVariants(sql: SqlClient, ids: readonly number[]): Promise<Map<number, SentVariant>> {
  const { rows } = await prepared<SentVariant>(
    sql,
    'select id, subject, email_body, updated_at, attachments from step_variant where id = any($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The jobs of claimed intents that still are in the given state and under the claim's token; one that is not is missing. */
export async function loadSendJobs(
  sql: SqlClient,
  claims: readonly ClaimedIntent[],
  state: 'RESERVED' | 'SUBMITTING' | 'IN_DOUBT' = 'RESERVED',
): Promise<Map<string, SendJob>> {
  const { rows } = await prepared<JobRow>(sql, statement, [
    claims.map((claim) => claim.intentId),
    claims.map((claim) => claim.token),
    state,
  ]);
  if (rows.length === 0) return new Map();
  const idsOf = (pick: (row: JobRow) => number | null) => [...new Set(rows.map(pick).filter((id) => id !== null))];
  // Campaigns and variants by themselves: many mails share them, and their texts are long.
  const campaigns = await findCampaigns(
    sql,
    idsOf((row) => row.campaign_id),
  );
  const variants = await findVariants(
    sql,
    idsOf((row) => row.variant_id),
  );
  return new Map(
    rows.map(({ mailbox, enrolment, lead, ...intent }): [string, SendJob] => {
      const variant = intent.variant_id === null ? null : (variants.get(intent.variant_id) ?? null);
      // A campaign mail takes the files of its variant; every other mail brings its own.
      if (intent.kind === 'CAMPAIGN' && variant) intent.attachments = variant.attachments ?? [];
      return [
        intent.id,
        {
          intent,
          mailbox,
          campaign: intent.campaign_id === null ? null : (campaigns.get(intent.campaign_id) ?? null),
          enrolment,
          lead,
          variant,
        },
      ];
    }),
  );
}

/** The job of one claimed intent, or null when it is in another state or another's. */
export const loadSendJob = async (
  sql: SqlClient,
  claim: ClaimedIntent,
  state: 'RESERVED' | 'SUBMITTING' | 'IN_DOUBT' = 'RESERVED',
): Promise<SendJob | null> => (await loadSendJobs(sql, [claim], state)).get(claim.intentId) ?? null;
