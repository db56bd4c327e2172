-- A notice when a mailbox begins to fail.
create or replace function notice_of_mailbox()
returns trigger
language plpgsql
as $$
begin
  perform write_notice(
    new.workspace_id,
    new.client_id,
    'mailbox-failing',
    jsonb_build_object(
      'mailbox_id', new.id,
      'email', new.from_email,
      'reason', left(coalesce(new.smtp_failure_error, new.imap_failure_error, ''), 300)
    ),
    'mailbox-failing:' || new.id || ':' || extract(epoch from new.failing_since)
  );
  return null;
end
$$;
