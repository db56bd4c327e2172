create table assistant (
  workspace_id int not null,
  base_url text not null,
  key_sealed bytea not null,
  key_last_four text not null,
  model text not null,
  is_sandbox boolean not null default false,
  sorts_replies boolean not null default false,
  min_confidence smallint not null default 75 check (min_confidence between 50 and 99),
  category_ids int[] default array[]::int[],
  knowledge text not null default '' check (char_length(knowledge) <= 20000),
  monthly_tokens int check (monthly_tokens > 0),
  last_problem text,
  problem_at timestamptz(3),
  updated_at timestamptz(3) not null default current_timestamp,
  constraint assistant_pkey primary key (workspace_id),
  constraint assistant_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

create table assistant_use (
  workspace_id int not null,
  month date not null,
  purpose text not null check (purpose in ('SORT', 'DRAFT', 'WHY')),
  requests int not null default 0,
  tokens bigint not null default 0,
  constraint assistant_use_pkey primary key (workspace_id, month, purpose),
  constraint assistant_use_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update no action
);

alter table lead_category add column description text not null default '' check (char_length(description) <= 300);

select protect_tenant_tables();
