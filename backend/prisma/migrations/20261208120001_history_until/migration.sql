-- The past of the sandbox's demo is made by an engine of its own, on a clock that is in it; until it is made the engine of the present leaves that workspace alone.
alter table workspace
  add column history_until timestamptz(3);

create index workspace_history_idx on workspace (id, history_until) where history_until is not null;
