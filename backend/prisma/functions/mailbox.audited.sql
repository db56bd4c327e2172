-- The history tells who changed what of mailboxes.
create or replace trigger audited
after insert or delete or update of
  from_name, from_email, client_id, type, auth_method, smtp_host, smtp_port, smtp_port_type, smtp_username,
  imap_host, imap_port, imap_port_type, imap_username, is_suspended, message_per_day, ramp,
  min_time_to_wait_minutes, time_zone, signature, bcc_email, different_reply_to_address,
  custom_tracking_domain, warmup, deleted_at
on mailbox
for each row
execute function audit_change(
  'mailbox',
  'from_name from_email client_id type auth_method smtp_host smtp_port smtp_port_type smtp_username imap_host imap_port imap_port_type imap_username is_suspended message_per_day ramp min_time_to_wait_minutes time_zone signature bcc_email different_reply_to_address custom_tracking_domain warmup deleted_at',
  '',
  'from_email'
);
