-- What differs between two rows, { field: [before, after] }: of the fields that may be shown their values, of secrets only that they changed.
-- The fields of a JSON object are told apart, so that an entry names what was changed and nothing else.
create or replace function audit_changes(p_was jsonb, p_is jsonb, p_shown text[], p_secret text[])
returns jsonb
language plpgsql
immutable
as $$
declare
  v_found jsonb := '{}';
  v_field text;
  v_key text;
begin
  foreach v_field in array p_shown loop
    if jsonb_typeof(p_was -> v_field) = 'object' and jsonb_typeof(p_is -> v_field) = 'object' then
      for v_key in select jsonb_object_keys((p_was -> v_field) || (p_is -> v_field)) loop
        if p_was -> v_field -> v_key is distinct from p_is -> v_field -> v_key then
          v_found := v_found || jsonb_build_object(
            v_field || '.' || v_key, jsonb_build_array(p_was -> v_field -> v_key, p_is -> v_field -> v_key)
          );
        end if;
      end loop;
    elsif coalesce(p_was -> v_field, 'null') is distinct from coalesce(p_is -> v_field, 'null') then
      v_found := v_found || jsonb_build_object(v_field, jsonb_build_array(p_was -> v_field, p_is -> v_field));
    end if;
  end loop;
  foreach v_field in array p_secret loop
    if coalesce(p_was -> v_field, 'null') is distinct from coalesce(p_is -> v_field, 'null') then
      v_found := v_found || jsonb_build_object(v_field, '"secret"'::jsonb);
    end if;
  end loop;
  return v_found;
end
$$;
