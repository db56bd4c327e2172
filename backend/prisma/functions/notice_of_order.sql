-- A notice when an order of domains and mailboxes is finished, or came to nothing.
create or replace function notice_of_order()
returns trigger
language plpgsql
as $$
begin
  perform write_notice(
    new.workspace_id,
    null,
    'order-finished',
    jsonb_build_object('order_id', new.id, 'status', new.status),
    'order:' || new.id || ':' || new.status
  );
  return null;
end
$$;
