-- A notice when a tracking domain that worked has a problem at a look: its CNAME is gone, or a request to it fails, as with a certificate that
-- has expired. One a day for each domain and kind of trouble.
create or replace function notice_of_tracking_domain()
returns trigger
language plpgsql
as $$
begin
  perform write_notice(
    new.workspace_id,
    null,
    'tracking-domain',
    jsonb_build_object(
      'domain', new.domain,
      'is_lost', new.verified_at is null,
      'reason', left(new.problem, 300),
      'mailbox_id', (
        select min(m.id)
        from mailbox m
        where m.workspace_id = new.workspace_id and m.custom_tracking_domain = new.domain and m.deleted_at is null
      )
    ),
    'tracking-domain:' || new.domain || case when new.verified_at is null then ':lost:' else ':trouble:' end || to_char(new.checked_at at time zone 'UTC', 'YYYY-MM-DD')
  );
  return null;
end
$$;
