-- The history tells who changed what of the whitelabel. Its empty row is made by the first look at the page, which changes nothing.
create or replace trigger audited
after delete or update of
  name, accent, accent_dark, font, radius, login_text, logo_key, favicon_key, domain, domain_verified_at, sender_name, sender_address,
  sender_verified_at
on whitelabel
for each row
execute function audit_change(
  'whitelabel',
  'name accent accent_dark font radius login_text logo_key favicon_key domain domain_verified_at sender_name sender_address sender_verified_at',
  '',
  'domain'
);
