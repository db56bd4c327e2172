-- Who wants to be left alone, or does not exist, is not answered by a rule.
create or replace trigger withdraw_drafted
after update of is_unsubscribed, is_bounced on lead
for each row
when ((new.is_unsubscribed and not old.is_unsubscribed) or (new.is_bounced and not old.is_bounced))
execute function withdraw_drafted_replies('LEAD_CLOSED');
