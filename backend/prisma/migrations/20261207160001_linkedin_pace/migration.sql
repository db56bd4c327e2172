-- How often a LinkedIn account opened profiles, and until when LinkedIn takes nothing more of it.
alter table linkedin_account
  add column profiles_read int not null default 0,
  add column profiles_read_since timestamptz(3),
  add column rests jsonb not null default '{}';
