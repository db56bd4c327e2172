-- What the version before writes of a verification reaches its run.
create or replace trigger carry_over
before insert or update of status, run, total on verification
for each row
execute function carry_over_run('VERIFICATION');
