-- What the version before writes of an export reaches its run.
create or replace trigger carry_over
before insert or update of state, stage, rows_total, rows_done on workspace_export
for each row
execute function carry_over_archive('WORKSPACE_EXPORT', 'export');
