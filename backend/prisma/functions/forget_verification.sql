-- A verification belongs to an address: when the lead's address changes, it is forgotten.
create or replace function forget_verification()
returns trigger
language plpgsql
as $$
begin
  new.verification := null;
  new.verified_at := null;
  return new;
end
$$;
