-- An unsubscribe from one campaign outlives the loss of the database too.
create or replace trigger journaled_unsubscribed
after update of is_unsubscribed on enrolment
for each row
when (new.is_unsubscribed and not old.is_unsubscribed)
execute function queue_campaign_opt_out();
