-- Rewards the workspace that referred another once that one has paid: credits, once. Returns the rewarded workspace; null where there is nothing
-- to reward. One statement for the row and its credits, because the payment that causes it can come twice.
create or replace function reward_referral(p_referred int, p_credits int, p_at timestamptz)
returns int
language plpgsql
as $$
declare
  v_referrer int;
  v_balance int;
begin
  update referral
  set paid_at = p_at, credits = p_credits
  where referred_id = p_referred and paid_at is null
  returning workspace_id into v_referrer;
  if v_referrer is null then
    return null;
  end if;
  insert into verification_account (workspace_id) values (v_referrer) on conflict do nothing;
  select balance into v_balance from verification_account where workspace_id = v_referrer for update;
  insert into verification_ledger (workspace_id, kind, credits, balance_after, key, created_at)
  values (v_referrer, 'REFERRAL', p_credits, v_balance + p_credits, 'referral:' || p_referred, p_at);
  update verification_account set balance = balance + p_credits where workspace_id = v_referrer;
  return v_referrer;
end
$$;
