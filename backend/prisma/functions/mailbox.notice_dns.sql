-- Somebody hears when the DNS of a mailbox's domain became worse.
create or replace trigger notice_dns
after update of dns_check on mailbox
for each row
when (old.dns_check is distinct from new.dns_check and new.deleted_at is null)
execute function notice_of_dns();
