-- The history tells who changed the rules of the fleet.
create or replace trigger audited
after insert or update of
  pods, send_weeks, rest_from, least_sending, rests_high_risk
on fleet_rule
for each row
execute function audit_change(
  'fleet-rules',
  'pods send_weeks rest_from least_sending rests_high_risk',
  '',
  'workspace_id'
);
