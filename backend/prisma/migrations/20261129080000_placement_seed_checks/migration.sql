-- When a seed was last read and what kept it from being read; a deleted seed keeps its row for the results that name it.

alter table placement_seed
  add column checked_at timestamptz(3),
  add column problem text,
  add column deleted_at timestamptz(3);
