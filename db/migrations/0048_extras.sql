-- What a type says about its extras, and the pricing type that a request was made with. 1.0.0 reads whole rows of both tables.
select close_idle_connections();
alter table addon_request_types
  add column is_refundable boolean not null default false,
  add column is_sold_on_the_road boolean not null default false,
  add column details_schema jsonb not null default '[]';
alter table addon_requests add column created_pricing_type varchar(30) not null default 'fixed_price'
  check (created_pricing_type in ('free', 'fixed_price', 'quotation_required'));

-- Written by the database, so that requests made by the release before have it too.
create function keep_created_pricing() returns trigger language plpgsql as $$
begin
  select pricing_type into new.created_pricing_type from addon_request_types where id = new.type_id;
  return new;
end $$;

-- A request without an estimate was to be quoted, one of 0 was free, unless its type still agrees. This is no change of the requests.
alter table addon_requests disable trigger user;
update addon_requests r
   set created_pricing_type = case
         when r.estimated_cost is null then case t.pricing_type when 'free' then 'quotation_required' else t.pricing_type end
         when r.estimated_cost = 0 then case t.pricing_type when 'quotation_required' then 'free' else t.pricing_type end
         else 'fixed_price' end
  from addon_request_types t where t.id = r.type_id;
alter table addon_requests enable trigger user;
create trigger keep_created_pricing before insert on addon_requests for each row execute function keep_created_pricing();
