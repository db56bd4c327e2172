-- People hear when an order is done, or came to nothing.
create or replace trigger notice_end
after update of status on purchase_order
for each row
when (old.status is distinct from new.status and new.status in ('COMPLETED', 'FAILED'))
execute function notice_of_order();
