-- A lead that has ended waits for nothing, whoever writes it: the version before, which may run beside this one, kept what such a lead had waited
-- for, and the check enrolment_ended_holds_nothing would refuse its stops. Delete it one version later; the check stays.
create or replace function clear_ended_lead()
returns trigger
language plpgsql
as $$
begin
  new.hold_kind := null;
  new.hold_until := null;
  new.is_parked := false;
  new.next_eligible_at := null;
  new.constraint_code := 'LEAD_ENDED';
  return new;
end
$$;
