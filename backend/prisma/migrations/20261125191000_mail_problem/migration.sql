-- The last of the product's own emails that its server did not take; empty once one was taken again.

alter table installation
  add column mail_problem text,
  add column mail_problem_at timestamptz(3);
