-- Changed shares start their balance again.
create or replace trigger variant_shares_changed
after update of percentage, is_paused, is_deleted on step_variant
for each row
when (
  old.percentage is distinct from new.percentage
  or old.is_paused <> new.is_paused
  or old.is_deleted <> new.is_deleted
)
execute function reset_variant_counts();
