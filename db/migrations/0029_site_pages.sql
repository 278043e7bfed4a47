-- Pages of the agency on the public site, in its own words. The text is Markdown.
create table site_pages (
  id            integer generated always as identity primary key,
  slug          varchar(80) not null,
  title         varchar(100) not null,
  title_en      varchar(100),
  body          varchar(20000) not null,
  body_en       varchar(20000),
  -- The order of the links to them.
  sequence      integer not null default 1 check (sequence between 1 and 999),
  -- Whether the foot of each page leads to it.
  in_menu       boolean not null default true,
  is_published  boolean not null default false,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  constraint site_pages_slug unique (slug)
);
select keep_record('site_pages');
