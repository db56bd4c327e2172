-- The lock against sending is taken when the suppressing transaction commits, after every row lock. PostgreSQL does not replace constraint
-- triggers, so it is dropped first.
drop trigger if exists suppression_waits_for_sending on suppression;

create constraint trigger suppression_waits_for_sending
after insert on suppression
deferrable initially deferred
for each row
execute function suppression_waits_for_sending();
