-- An installation that begins or ends to run without plans unlocks or locks everything at once.
create or replace trigger plans_change
after update of plans on installation
for each row
when (old.plans is distinct from new.plans)
execute function tell_plans_change();
