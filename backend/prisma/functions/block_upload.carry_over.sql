-- What the version before writes of an upload of the block list reaches its run.
create or replace trigger carry_over
before insert or update of status, run, rows_total on block_upload
for each row
execute function carry_over_run('BLOCK_UPLOAD');
