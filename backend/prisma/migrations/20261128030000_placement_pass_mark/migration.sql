-- The share of emails from which a test passes, and how many runs in a row a mailbox has to be below its threshold before something follows.

alter table placement_test
  add column pass_percent int not null default 85 check (pass_percent between 1 and 100),
  add column below_runs int not null default 1 check (below_runs between 1 and 10);
