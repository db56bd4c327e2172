import { textColumns, type CsvCopy } from './archive-copies.store';

/**
 * What this installation measured for a workspace, to read elsewhere. It cannot be imported: it names seed mailboxes
 * and a pool of this installation. Who was at the other end of a warmup email is not in it.
 */
export const figureCopies: readonly CsvCopy[] = [
  {
    name: 'copies/placement-tests.csv',
    columns: [
      ...['id', 'test', 'type', 'folder', 'campaign', 'subject', 'mailboxes', 'every_days', 'cron', 'time_zone'],
      ...['passes_at_percent', 'rests_below_percent', 'runs', 'created_at'],
    ],
    sql: `
      select ${textColumns(
        ...['t.id', 't.name', 't.type', 'f.name', `t.source ->> 'campaign_name'`, 't.subject'],
        `(
          select string_agg(m.from_email, ' ' order by m.from_email)
          from mailbox m
          where m.workspace_id = t.workspace_id and m.id = any(t.sender_ids)
        )`,
        ...['t.every_days', 't.cron', 't.time_zone', 't.pass_percent', 't.rest_below'],
        '(select count(*) from placement_run r where r.workspace_id = t.workspace_id and r.test_id = t.id)',
        't.created_at',
      )}
      from placement_test t
      left join placement_folder f on f.workspace_id = t.workspace_id and f.id = t.folder_id
      where t.workspace_id = $1 and t.deleted_at is null
      order by t.id
    `,
  },
  {
    name: 'copies/placement-results.csv',
    columns: [
      ...['test_id', 'test', 'run', 'run_at', 'from', 'seed', 'provider', 'region', 'email', 'variant', 'state'],
      ...['placement', 'folder', 'sent_at', 'arrived_at', 'spf', 'dkim', 'dmarc', 'sending_ip', 'server_response'],
    ],
    sql: `
      select ${textColumns(
        ...['t.id', 't.name', 'r.number', 'r.started_at', 'coalesce(m.from_email, p.from_email)', 's.email'],
        ...['s.provider', 's.region', `case p.kind when 'CONTROL' then 'control' else 'copy' end`, 'p.variant'],
        ...['p.state', 'p.landed', 'p.found_in', 'p.sent_at', 'p.landed_at'],
        `p.authentication -> 'spf' ->> 'result'`,
        `case
          when p.authentication -> 'dkim' @> '[{"result": "pass"}]' then 'pass'
          else p.authentication -> 'dkim' -> 0 ->> 'result'
          end`,
        `p.authentication -> 'dmarc' ->> 'result'`,
        ...['p.client_ip', 'p.failure_text'],
      )}
      from placement_mail p
      join placement_run r on r.workspace_id = p.workspace_id and r.id = p.run_id
      join placement_test t on t.workspace_id = r.workspace_id and t.id = r.test_id and t.deleted_at is null
      left join placement_seed s on s.id = p.seed_id
      left join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
      where p.workspace_id = $1
      order by p.id
    `,
  },
  {
    name: 'copies/warmup.csv',
    columns: ['mailbox', 'day', 'sent', 'inbox', 'spam', 'missing', 'bounced', 'replied', 'rescued'],
    sql: `
      select ${textColumns(
        ...['m.from_email', 'w.day', 'count(*)'],
        `count(*) filter (where w.landed = 'INBOX' and w.bounced_at is null)`,
        `count(*) filter (where w.landed = 'SPAM')`,
        `count(*) filter (where w.landed = 'MISSING' and w.bounced_at is null)`,
        ...['count(w.bounced_at)', 'count(w.replied_at)', 'count(w.rescued_at)'],
      )}
      from warmup_mail w
      join mailbox m on m.workspace_id = w.workspace_id and m.id = w.from_mailbox_id
      where w.workspace_id = $1
        and w.sent_at is not null
        and (w.state in ('SUBMITTING', 'SENT', 'IN_DOUBT') or w.bounced_at is not null)
      group by m.id, m.from_email, w.day
      order by m.id, w.day
    `,
  },
];
