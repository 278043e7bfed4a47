-- Books of printed 代收轉付收據: which numbers, and who holds the book. No number stands in two books.
create function receipt_number_of(number varchar) returns bigint language sql immutable as $$
  select ascii(number)::bigint * 100000000 + substr(number, 2)::bigint
$$;

create table receipt_books (
  id            integer generated always as identity primary key,
  first_number  varchar(9) not null check (first_number ~ '^[A-Z][0-9]{8}$'),
  last_number   varchar(9) not null check (last_number ~ '^[A-Z][0-9]{8}$'),
  holder_id     integer references users,
  notes         varchar(2000),
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  constraint receipt_books_range check (left(first_number, 1) = left(last_number, 1) and last_number >= first_number
    and receipt_number_of(last_number) - receipt_number_of(first_number) < 10000),
  constraint receipt_books_apart exclude using gist (int8range(receipt_number_of(first_number), receipt_number_of(last_number), '[]') with &&)
);
create index receipt_books_holder on receipt_books (holder_id) where holder_id is not null;
select keep_record('receipt_books');

-- A form that was spoiled: its number is given to no receipt.
create table spoiled_receipts (
  id               integer generated always as identity primary key,
  receipt_book_id  integer not null references receipt_books,
  number           varchar(9) not null constraint spoiled_receipts_number unique,
  reason           varchar(500) not null,
  spoiled_by       integer references users,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index spoiled_receipts_book on spoiled_receipts (receipt_book_id, number);
create index spoiled_receipts_author on spoiled_receipts (spoiled_by) where spoiled_by is not null;
select keep_record('spoiled_receipts');

-- The one gate of numbers: a number is spoiled or issued, never both. Whoever gives or spoils a number of a book waits for the others here.
create function keep_spoiled_number() returns trigger language plpgsql as $$
begin
  perform from receipt_books where new.number between first_number and last_number for update;
  if tg_table_name = 'spoiled_receipts' then
    if not exists (select from receipt_books b where b.id = new.receipt_book_id and new.number between b.first_number and b.last_number) then
      raise exception 'the number is of another book' using errcode = '23514', constraint = 'spoiled_receipts_in_book';
    end if;
    if exists (select from legal_receipts r where r.number = new.number) then
      raise exception 'the number was issued' using errcode = '23514', constraint = 'spoiled_receipts_unused';
    end if;
  elsif exists (select from spoiled_receipts s where s.number = new.number) then
    raise exception 'the number is spoiled' using errcode = '23514', constraint = 'legal_receipts_not_spoiled';
  end if;
  return new;
end $$;
create trigger keep_spoiled_number before insert or update of number on spoiled_receipts for each row execute function keep_spoiled_number();
create trigger keep_spoiled_number before insert on legal_receipts for each row
  when (new.medium = 'paper') execute function keep_spoiled_number();
