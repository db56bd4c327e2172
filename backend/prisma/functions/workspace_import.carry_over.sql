-- What the version before writes of an import reaches its run.
create or replace trigger carry_over
before insert or update of state, stage, place, rows_total, rows_done on workspace_import
for each row
execute function carry_over_archive('WORKSPACE_IMPORT', 'import');
