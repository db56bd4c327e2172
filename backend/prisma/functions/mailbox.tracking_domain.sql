create or replace trigger tracking_domain
after insert or update of custom_tracking_domain on mailbox
for each row
when (new.custom_tracking_domain <> '' and char_length(new.custom_tracking_domain) <= 253)
execute function add_tracking_domain();
