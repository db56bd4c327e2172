-- What a key may be used for, until when, and how often. Keys of before may do what their person may, for good.
alter table api_key
  add column scopes text[],
  add column expires_at timestamptz(3),
  add column requests_per_minute integer,
  add constraint api_key_scopes check (scopes is null or cardinality(scopes) between 1 and 60),
  add constraint api_key_requests check (requests_per_minute between 1 and 600);
