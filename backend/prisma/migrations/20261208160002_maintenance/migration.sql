-- Maintenance is one more plan that can be subscribed to.
alter table billing
  drop constraint billing_offer_check,
  add constraint billing_offer_check
    check (offer in ('base', 'popular', 'pro', 'growth', 'pro-unlimited', 'expert', 'maintenance'));
