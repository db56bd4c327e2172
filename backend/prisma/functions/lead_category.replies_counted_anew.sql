-- A category of the workspace's own becomes positive or ceases to be.
create or replace trigger replies_counted_anew
after insert or delete or update of sentiment on lead_category
for each row
execute function count_category_anew();
