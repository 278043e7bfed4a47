-- Who is paid for what a trip consists of: land operators, hotels, insurers. Costs from before name them in words, which stay.
create table suppliers (
  id          integer generated always as identity primary key,
  name        varchar(200) not null constraint suppliers_name unique,
  name_en     varchar(200),
  tax_id      varchar(8) constraint suppliers_tax_id unique,
  country_id  integer references countries,
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index suppliers_order on suppliers (sort_order, id);
create index suppliers_country on suppliers (country_id, id);
select keep_record('suppliers');

-- What proves a cost: a voucher of the supplier, a paper that handler and group members have signed with the reason, or nothing.
alter table trip_costs
  add column supplier_id integer references suppliers,
  add column voucher varchar(10) not null default 'none' check (voucher in ('voucher', 'signed', 'none')),
  add column voucher_reason varchar(500) constraint trip_costs_voucher_reason check (voucher <> 'signed' or coalesce(voucher_reason, '') <> '');
create index trip_costs_supplier on trip_costs (supplier_id, lower(invoice_number)) where supplier_id is not null;

-- The same for costs that are there; it is no change of theirs.
alter table trip_costs disable trigger user;
update trip_costs set voucher = 'voucher' where invoice_number is not null;
alter table trip_costs enable trigger user;
