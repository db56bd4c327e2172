-- A new variant starts the balance of the shares again.
create or replace trigger variant_added
after insert on step_variant
for each row
execute function reset_variant_counts();
