-- The lease under which one run at a time carries out an order.

alter table purchase_order
  add column advanced_by text,
  add column advanced_until timestamptz(3);
