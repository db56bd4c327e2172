-- When a workspace is deleted that its owner or an operator gave up. Until then that can be taken back.

alter table workspace add column delete_at timestamptz(3);
