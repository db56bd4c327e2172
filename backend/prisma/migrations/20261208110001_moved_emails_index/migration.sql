-- no-transaction
-- Emails that another mailbox took over, by the one they were planned for: whoever deletes mailboxes asks. Emails are sent while it is made.
drop index concurrently if exists intent_reallocated;
create index concurrently intent_reallocated on intent (reallocated_from) where reallocated_from is not null;
