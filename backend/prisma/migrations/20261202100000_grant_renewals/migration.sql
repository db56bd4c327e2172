-- Some providers take a refresh token only once, so one process at a time renews a mailbox's consent.
alter table mailbox_secret add column renewing_until timestamptz(3);
