-- How many rows of an upload had an address that was repaired, and how many one of a role.
alter table lead_upload
  add column if not exists repaired_addresses int not null default 0,
  add column if not exists role_addresses int not null default 0;
