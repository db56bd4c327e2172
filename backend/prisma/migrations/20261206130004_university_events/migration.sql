-- Events that an operator adds on a page. They belong to the installation.

create table university_event (
  slug text not null,
  title text not null,
  host text not null,
  summary text not null,
  time_zone text not null,
  first text not null,
  moved_to text,
  every_weeks int check (every_weeks between 1 and 52),
  minutes int not null check (minutes between 5 and 600),
  join_url text,
  recordings jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint university_event_pkey primary key (slug)
);
