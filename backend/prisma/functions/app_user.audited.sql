-- The history tells who changed what of members and clients’ logins.
create or replace trigger audited
after insert or delete or update of
  email, name, role, status, designation, profile_pic_url, time_zone, client_id, is_operator, two_factor_on_at,
  password_hash
on app_user
for each row
execute function audit_change(
  'member',
  'email name role status designation profile_pic_url time_zone client_id is_operator two_factor_on_at',
  'password_hash',
  'email'
);
