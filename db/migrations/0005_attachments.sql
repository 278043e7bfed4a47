-- A file that somebody sent to refer to. Until it is referred to, it is its uploader's alone.
create table attachments (
  id           integer generated always as identity primary key,
  file_id      integer not null constraint attachments_file unique references files,
  uploaded_by  integer not null references users,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
create index attachments_uploader on attachments (uploaded_by, id);
select keep_record('attachments');

-- What refers to it: whoever sees the one sees the other.
create table attachment_uses (
  attachment_id  integer not null references attachments,
  subject_type   varchar(40) not null,
  subject_id     integer not null,
  created_at     timestamptz not null default now(),
  primary key (attachment_id, subject_type, subject_id)
);
create index attachment_uses_subject on attachment_uses (subject_type, subject_id);
