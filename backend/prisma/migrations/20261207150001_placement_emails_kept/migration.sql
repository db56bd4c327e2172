-- What arrived of a placement run is kept for a while; where it was placed stays.
alter table placement_run
  add column emails_deleted_at timestamptz(3);

create index placement_run_emails_kept_idx on placement_run (started_at) where emails_deleted_at is null;
