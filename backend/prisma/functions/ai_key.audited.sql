-- The history tells who changed what of ai keys.
create or replace trigger audited
after insert or delete or update of
  base_url, default_model, key_sealed
on ai_key
for each row
execute function audit_change(
  'ai-key',
  'base_url default_model',
  'key_sealed',
  'base_url'
);
