-- With the service its rule is gone.
create or replace trigger withdraw_drafted_removed
after delete on assistant
for each row
execute function withdraw_drafted_replies('RULE_OFF');
