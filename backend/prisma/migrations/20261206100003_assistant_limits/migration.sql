-- How many answers a rule may send in 24 hours, what the model costs, and the most that it may cost in a month.
alter table assistant add column draft_daily_limit int not null default 20 check (draft_daily_limit between 1 and 1000);
alter table assistant add column price_in numeric(10, 4) check (price_in >= 0);
alter table assistant add column price_out numeric(10, 4) check (price_out >= 0);
alter table assistant add column monthly_cost numeric(10, 2) check (monthly_cost > 0);

alter table assistant_use add column priced_tokens bigint not null default 0;
alter table assistant_use add column cost_micros bigint not null default 0;
