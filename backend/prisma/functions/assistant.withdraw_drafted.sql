-- The rule was switched off.
create or replace trigger withdraw_drafted
after update of sends_drafts on assistant
for each row
when (old.sends_drafts and not new.sends_drafts)
execute function withdraw_drafted_replies('RULE_OFF');
