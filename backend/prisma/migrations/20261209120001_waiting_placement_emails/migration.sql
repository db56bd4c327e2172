-- No table changes: the function bring_tests_forward and its trigger are new (prisma/functions).
select 1;
