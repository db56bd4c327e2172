-- The history tells who changed what the AI may do.
create or replace trigger audited
after insert or delete or update of
  base_url, model, sorts_replies, min_confidence, category_ids, sends_drafts, draft_category_ids, draft_delay_minutes,
  draft_min_confidence, draft_daily_limit, knowledge, monthly_tokens, price_in, price_out, monthly_cost, key_sealed
on assistant
for each row
execute function audit_change(
  'assistant',
  'base_url model sorts_replies min_confidence category_ids sends_drafts draft_category_ids draft_delay_minutes draft_min_confidence draft_daily_limit knowledge monthly_tokens price_in price_out monthly_cost',
  'key_sealed',
  'base_url'
);
