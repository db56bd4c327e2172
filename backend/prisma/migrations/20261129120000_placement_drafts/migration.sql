-- Placement tests that are paused, drafts that never run, and tests of several variants of a step.

alter table placement_test
  add column is_paused boolean not null default false,
  add column variants jsonb,
  add column draft jsonb,
  add constraint placement_test_draft_check check (draft is null or next_run_at is null);

alter table placement_mail
  add column variant text;

-- Whoever sees only some of the tests sees the folders of those, and what they added themselves.
alter table placement_folder
  add column created_by int;
