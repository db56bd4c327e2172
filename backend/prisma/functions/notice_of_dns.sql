-- A notice when a look at the sending domain finds a record worse than the look before. Trouble with DNS itself (unknown) is no change. Mailboxes of one
-- domain and owner give one notice a day.
create or replace function notice_of_dns()
returns trigger
language plpgsql
as $$
declare
  v_worse text;
  v_text text;
begin
  select string_agg(upper(c.name), ', ' order by c.place),
    string_agg(left(new.dns_check -> c.name ->> 'text', 150), ' ' order by c.place)
  into v_worse, v_text
  from (values ('mx', 1), ('spf', 2), ('dkim', 3), ('dmarc', 4)) as c(name, place)
  join (values ('pass', 3), ('warn', 2), ('fail', 1)) as was(verdict, rank) on was.verdict = old.dns_check -> c.name ->> 'verdict'
  join (values ('pass', 3), ('warn', 2), ('fail', 1)) as found(verdict, rank) on found.verdict = new.dns_check -> c.name ->> 'verdict'
  where found.rank < was.rank;
  if v_worse is null or old.dns_check ->> 'domain' is distinct from new.dns_check ->> 'domain' then
    return null;
  end if;
  perform write_notice(
    new.workspace_id,
    new.client_id,
    'mailbox-dns',
    jsonb_build_object(
      'mailbox_id', new.id,
      'domain', new.dns_check ->> 'domain',
      'records', v_worse,
      'reason', left(v_text, 300)
    ),
    'mailbox-dns:' || coalesce(new.client_id, 0) || ':' || (new.dns_check ->> 'domain') || ':' || v_worse || ':'
      || to_char(new.dns_checked_at at time zone 'UTC', 'YYYY-MM-DD')
  );
  return null;
end
$$;
