import { parentThere, uploadThere } from './archived-enrolment.store';
import { intentThatLeft } from './archived-intent.store';

/** How a table goes into an archive. SQL is over `t`, the row. */
export interface ArchiveTable {
  /**
   * Columns that stay behind: secrets, leases, what the installation finds out again. They get their defaults when the archive is imported.
   */
  omit?: readonly string[];
  /** Columns that are written as they arrive, so that an import changes nothing: an export of what was imported is equal. */
  set?: Readonly<Record<string, string>>;
  /** What a row that comes in may name that is gone: archives of before have such. SQL over `r`, the row; `$1` is the workspace. */
  mend?: Readonly<Record<string, string>>;
  /** Rows that go in. */
  where?: string;
  /** Columns of an archive that are in the table's run here (platform/bulk-runs). */
  ofRun?: RunInArchive;
}

/** A run is a part of the row that it belongs to: archives keep their format, whatever tables this version has. */
export interface RunInArchive {
  kind: string;
  /** Columns of an archive: SQL over `t`, the row, and `r`, its run. */
  columns: Readonly<Record<string, string>>;
  /** Columns of the run that comes in: SQL over `g`, the row of the archive as JSON. It may be of an earlier version, which lacks some. */
  run: Readonly<Record<string, string>>;
}

/** What a person reads of a mailbox that came with an archive. */
const disconnected = `'Passwords are not part of an archive. Reconnect this mailbox.'`;
const isThere = 't.deleted_at is null';
const jobError = `'It was not finished when the workspace was exported.'`;

/** What every run that comes in has of the row of its archive. */
const begun = {
  counts: `coalesce(g -> 'counts', '{}')`,
  error: `g ->> 'error'`,
  created_by: `(g ->> 'created_by')::int`,
  created_at: `(g ->> 'created_at')::timestamptz`,
  finished_at: `(g ->> 'finished_at')::timestamptz`,
};

/** An upload of a file. One that was under way arrives as one that broke off. */
const uploadOf = (kind: string): ArchiveTable => ({
  omit: ['run_id'],
  set: { rows_total: `case when r.status = 'UPLOADED' then t.rows_total else r.total end` },
  ofRun: {
    kind,
    columns: {
      status: `case when r.status in ('WAITING', 'RUNNING', 'UNDOING') then 'FAILED' else r.status end`,
      rows_done: 'r.done',
      counts: 'r.counts',
      error: `case when r.status in ('WAITING', 'RUNNING', 'UNDOING') then ${jobError} else r.error end`,
      created_by: 'r.created_by',
      created_at: 'r.created_at',
      started_at: 'r.started_at',
      finished_at: 'r.finished_at',
    },
    run: {
      status: `g ->> 'status'`,
      total: `greatest(coalesce((g ->> 'rows_total')::int, 0), (g ->> 'rows_done')::int)`,
      done: `(g ->> 'rows_done')::int`,
      started_at: `(g ->> 'started_at')::timestamptz`,
      ...begun,
    },
  },
});

/**
 * The tables of an archive. Nothing that is sent by itself arrives running: campaigns are paused, mailboxes
 * disconnected, webhooks and weekly reports off, and reserved emails cancelled, so that the same email is never sent by
 * two installations. An email that was being submitted arrives as one whose worker died: it counts as sent until the
 * Sent folder says otherwise.
 */
export const archiveTables: Readonly<Record<string, ArchiveTable>> = {
  account_import: {
    omit: ['key_sealed', 'run_id'],
    ofRun: {
      kind: 'ACCOUNT_IMPORT',
      columns: {
        state: `case r.status when 'COMPLETED' then 'DONE' when 'FAILED' then 'FAILED' else 'CANCELLED' end`,
        stage: `coalesce(r.place ->> 'stage', case when t.takes_block_list then 'BLOCK_LIST' else 'MAILBOXES' end)`,
        cursor: `r.place ->> 'cursor'`,
        counts: 'r.counts',
        error_code: 'null::text',
        error_text: 'r.error',
        created_by: 'r.created_by',
        created_at: 'r.created_at',
        finished_at: 'r.finished_at',
        total: 'r.total',
        done: 'r.done',
      },
      run: {
        status: `case g ->> 'state' when 'DONE' then 'COMPLETED' when 'FAILED' then 'FAILED' else 'CANCELLED' end`,
        place: `jsonb_build_object('stage', g -> 'stage', 'cursor', g -> 'cursor')`,
        total: `coalesce((g ->> 'total')::int, 0)`,
        done: `coalesce((g ->> 'done')::int, 0)`,
        counts: `coalesce(g -> 'counts', '{}')`,
        error: `g ->> 'error_text'`,
        created_by: `(g ->> 'created_by')::int`,
        created_at: `(g ->> 'created_at')::timestamptz`,
        started_at: `(g ->> 'created_at')::timestamptz`,
        finished_at: `(g ->> 'finished_at')::timestamptz`,
      },
    },
  },
  account_import_item: {},
  account_import_sent: {},
  agency_client: {},
  block_upload: uploadOf('BLOCK_UPLOAD'),
  block_upload_row: {},
  campaign: {
    omit: ['next_trigger_at', 'trigger_lease_until'],
    set: {
      status: `case when t.status = 'ACTIVE' then 'PAUSED' else t.status end`,
      status_reason: `case when t.status = 'ACTIVE' then 'IMPORTED' else t.status_reason end`,
    },
  },
  campaign_edit: {},
  campaign_mailbox: { omit: ['waiting_since'] },
  campaign_tag: {},
  enrolment: {
    set: {
      open_intent_id: intentThatLeft,
    },
    mend: { upload_id: uploadThere, parent_enrolment_id: parentThere },
  },
  event: {},
  event_registration: {},
  // Counted again from the replies that come in.
  event_rollup: { omit: ['positive', 'meetings'] },
  fleet_member: {},
  fleet_rule: {},
  folder: {},
  intent: {
    omit: ['lease_owner'],
    set: {
      state: `case when t.state = 'RESERVED' then 'CANCELLED' else t.state end`,
      cancel_reason: `case when t.state = 'RESERVED' then 'IMPORTED' else t.cancel_reason end`,
      leased_until: `case when t.state = 'SUBMITTING' then coalesce(t.submitting_at, t.send_at) end`,
      sent_copy: `case when t.sent_copy = 'WANTED' then 'GIVEN_UP' else t.sent_copy end`,
    },
  },
  lead: {},
  lead_alias: {},
  lead_category: {},
  lead_list: {},
  lead_list_member: {},
  lead_list_tag: {},
  lead_note: {},
  lead_tag: {},
  lead_task: {},
  lead_upload: uploadOf('LEAD_UPLOAD'),
  learning_progress: {},
  linkedin_account: {
    omit: [
      ...['provider_account', 'connect_url', 'connect_by', 'checked_at'],
      ...['profiles_read', 'profiles_read_since', 'rests', 'messages_due_at', 'messages_first_look_at'],
      'messages_stuck_since',
    ],
    set: {
      state: `'INVALID'`,
      state_reason: `'Connections are not part of an archive. Reconnect this account.'`,
    },
  },
  linkedin_action: {
    omit: ['lease_until'],
    set: { state: `case when t.state = 'ACTING' then 'FAILED' else t.state end` },
  },
  linkedin_answer: { omit: ['lease_until'], where: 't.sent_at is not null' },
  linkedin_message: {},
  mailbox: {
    omit: [
      ...['checked_at', 'recheck_at', 'recheck_attempts', 'next_free_at', 'dns_check', 'dns_checked_at'],
      ...['lane_owner', 'lane_leased_until', 'lane_token', 'sync_owner', 'sync_leased_until', 'sync_error'],
      ...['sync_lag_seconds', 'sync_lag_at', 'is_smtp_success', 'is_imap_success', 'copies_at_once'],
    ],
    set: {
      smtp_failure_error: `case when ${isThere} then ${disconnected} end`,
      imap_failure_error: `case when ${isThere} then ${disconnected} end`,
      failure_code: `case when ${isThere} then 'CREDENTIALS' end`,
      failing_since: `case when ${isThere} then coalesce(t.failing_since, t.updated_at) end`,
    },
  },
  mailbox_client_rule: {},
  mailbox_tag: {},
  member_assignment: {},
  message: {},
  notice_choice: { set: { by_push: 'false' } },
  notice_setting: { omit: ['slack_sealed', 'slack_hint', 'webhook_secret_sealed'] },
  reminder: {},
  reply_draft: {},
  reply_template: {},
  report_delivery: {
    set: {
      state: `case t.state when 'SENDING' then 'UNCERTAIN' when 'WAITING' then 'FAILED' else t.state end`,
      problem: `case when t.state in ('SENDING', 'WAITING') then ${jobError} else t.problem end`,
    },
  },
  report_recipient: {},
  saved_report: { set: { is_active: 'false' } },
  saved_view: {},
  sequence_step: {},
  sequence_version: {},
  setup_version: {},
  step_template: {},
  step_variant: {},
  subsequence_push: {},
  subsequence_rule: {},
  subsequence_trigger: {},
  suppression: {},
  sync_folder: {},
  tag: {},
  tracking_domain: { omit: ['pointed_at', 'verified_at', 'checked_at', 'problem'] },
  trigger_run: {
    set: {
      state: `case when t.completed_at is null then 'COMPLETED' else t.state end`,
      completed_at: 'coalesce(t.completed_at, t.scheduled_at)',
    },
  },
  untracked_block: {},
  upload_chunk: {},
  upload_mapping: {},
  upload_row: {},
  verification: {
    omit: ['run_id'],
    ofRun: {
      kind: 'VERIFICATION',
      columns: {
        status: `'COMPLETED'`,
        total: 'r.total',
        done: 'r.done',
        counts: 'r.counts',
        error: 'r.error',
        created_by: 'r.created_by',
        created_at: 'r.created_at',
        stopped_at: `case when r.status in ('CANCELLED', 'FAILED') then r.finished_at end`,
        finished_at: 'r.finished_at',
      },
      run: {
        status: `
          case when g ->> 'stopped_at' is null then 'COMPLETED' when g ->> 'error' is null then 'CANCELLED' else 'FAILED' end
        `,
        total: `(g ->> 'total')::int`,
        done: `(g ->> 'done')::int`,
        started_at: `(g ->> 'created_at')::timestamptz`,
        ...begun,
      },
    },
  },
  verification_address: {},
  warmup_mailbox: {},
  // Joining the shared pool of another installation takes a new consent.
  warmup_policy: { omit: ['shares_pool', 'joined_at', 'put_out_at', 'put_out_reason'] },
  webhook: {
    omit: ['secret_sealed', 'previous_secret_sealed', 'previous_secret_until', 'integration_id'],
    set: { is_active: 'false' },
    where: 't.integration_id is null',
  },
  whitelabel: {
    omit: [
      ...['token', 'domain', 'domain_verified_at', 'domain_checked_at', 'domain_problem'],
      ...['sender_verified_at', 'sender_problem'],
    ],
  },
};

/** Columns of a person that go in. Never: password, second factor, what the person may do to the installation. */
export const personColumns = [
  ...['uuid', 'email', 'name', 'role', 'status', 'client_id', 'designation', 'profile_pic_url', 'created_at'],
  ...['has_onboarding_completed', 'onboarding_stage', 'show_guidance', 'time_zone', 'preferences'],
] as const;

/** Columns of the workspace that go in. The plan is the installation's. */
export const workspaceColumns = ['name', 'audit_days'] as const;

/** Columns that name a person of the workspace. An archive names people by their uuid. */
export const columnsOfPeople = [
  ...['user_id', 'created_by', 'status_changed_by', 'team_member_id', 'assigned_user_id', 'pushed_by', 'updated_by'],
] as const;

/** What is not in an archive, and why. Every table of a workspace stands here or above; a test holds both against the database. */
export const leftOut: Readonly<Record<string, string>> = {
  ...reason('It names rows by numbers of this installation, for some days.', ['attention_snooze']),
  ...reason('It is a secret, or means nothing without one.', [
    ...['ai_key', 'api_key', 'assistant', 'email_token', 'integration', 'mailbox_consent_client', 'mailbox_secret'],
    ...['push_subscription', 'recovery_code', 'team_invitation', 'user_session', 'verification_provider'],
  ]),
  ...reason('It belongs to a connection that has to be made again.', [
    ...['integration_contact', 'integration_run', 'webhook_delivery'],
  ]),
  ...reason('It is about money, credits or things bought at this installation.', [
    ...['assistant_use', 'billing', 'billing_event', 'billing_invoice', 'campaign_server_group', 'dedicated_server'],
    'deliverability_subscription',
    ...['payment_event', 'purchase_event', 'purchase_order', 'purchase_payment', 'purchase_payment_event'],
    ...['purchase_renewal', 'purchased_domain', 'purchased_mailbox', 'referral', 'server_group', 'server_listing'],
    ...['server_mail', 'server_payment', 'server_payment_event', 'server_step', 'verification_account'],
    ...['verification_ledger', 'verification_order'],
  ]),
  ...reason('It is the state of work in the background at this installation.', [
    ...['bounce_response', 'bulk_run', 'fleet_log', 'inbox_change', 'inbox_change_row', 'opt_out_queue'],
    ...['idempotency_key', 'inbox_reading', 'lead_action', 'mailbox_change', 'mailbox_change_row', 'mailbox_import'],
    ...['mailbox_import_row', 'signed_file', 'thread_presence', 'workspace_export', 'workspace_import'],
  ]),
  ...reason(
    'It is measured with seed mailboxes and a warmup pool of this installation. Its results can be read in copies/.',
    [
      ...[
        'placement_check',
        'placement_folder',
        'placement_mail',
        'placement_run',
        'placement_share',
        'placement_test',
        'warmup_mail',
      ],
      ...['warmup_shared', 'warmup_unblock'],
    ],
  ),
  ...reason('It is counted again from other rows.', ['lead_count', 'reply_count']),
  ...reason('It can be read in copies/history.ndjson. A history cannot be written from outside.', [
    ...['audit_entry', 'audit_object'],
  ]),
  ...reason('Notifications were about the moment.', ['notice', 'notice_read']),
};

function reason(text: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, text]));
}
