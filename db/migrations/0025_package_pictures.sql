-- Photographs of a package, the first of which is its cover. A clone shows the same files. `focus_x` and `focus_y` are the place, in percent of the
-- picture, that stays visible where a page shows a part of it.
create table package_pictures (
  id          integer generated always as identity primary key,
  package_id  integer not null references packages on delete cascade,
  file_id     integer not null references files,
  day         integer check (day between 1 and 120),
  sequence    integer not null default 1 check (sequence > 0),
  alt         varchar(300),
  alt_en      varchar(300),
  credit      varchar(100),
  focus_x     integer not null default 50 check (focus_x between 0 and 100),
  focus_y     integer not null default 50 check (focus_y between 0 and 100),
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint package_pictures_order unique (package_id, sequence) deferrable initially deferred
);
create index package_pictures_file on package_pictures (file_id);
select keep_record('package_pictures');

-- The sizes in which pages show a file. Each is a file of its own, made by a job after the upload.
create table picture_sizes (
  file_id   integer not null references files,
  width     integer not null check (width > 0),
  height    integer not null check (height > 0),
  sized_id  integer not null unique references files,
  primary key (file_id, width)
);
