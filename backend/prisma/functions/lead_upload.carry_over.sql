-- What the version before writes of an import of leads reaches its run.
create or replace trigger carry_over
before insert or update of status, run, rows_total on lead_upload
for each row
execute function carry_over_run('LEAD_UPLOAD');
