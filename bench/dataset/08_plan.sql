-- The entries of every request are planned before any row is written, because an offer and its request refer to each other.
create temporary table types on commit preserve rows as
select t.*, c.department, row_number() over (order by t.id) as n
  from addon_request_types t join addon_categories c on c.id = t.category_id;

-- Few old requests are still open and few new ones are done; a few types get most requests.
create temporary table asked on commit preserve rows as
select i, t.id as type_id, t.pricing_type, t.base_cost, t.department, 1 + (random() * random() * 4)::integer as quantity,
       v.id as traveler_id, v.booking_id, b.planned_trip_id, b.sales_user_id,
       now() - interval '5 years' * (1 - power(i::double precision / many, 0.7)) - interval '1 minute' as created_at,
       case when i > many * 0.88
            then case when u < .05 then 'pending_approval' when u < .35 then 'open' when u < .42 then 'inquiring' when u < .49 then 'quoted'
                      when u < .67 then 'offered' when u < .70 then 'negotiating' when u < .74 then 'accepted' when u < .76 then 'rejected'
                      when u < .88 then 'confirmed' when u < .96 then 'completed' else 'cancelled' end
            else case when u < .780 then 'completed' when u < .956 then 'cancelled' when u < .976 then 'rejected' when u < .986 then 'confirmed'
                      when u < .990 then 'open' when u < .995 then 'offered' else 'accepted' end
       end as status
  from (select i, many, random() as u, 1 + floor(power(random(), 3) * (select count(*) from types))::integer as type,
               1 + floor(power(random(), 1.2) * 150000 * scale::float8)::integer as traveler
          from (select current_setting('bench.scale')::numeric as scale, (200000 * current_setting('bench.scale')::numeric)::integer as many) size,
               generate_series(1, many) i) drawn
  join types t on t.n = type
  join travelers v on v.id = traveler
  join bookings b on b.id = v.booking_id;

-- A request with an offer has at least five entries; most of the remaining entries go to a few requests.
create temporary table said on commit preserve rows as
with spoken as (
  select i from asked
  union all
  select i from asked, generate_series(1, 4) where status in ('offered', 'negotiating', 'accepted', 'rejected', 'confirmed')
), all_spoken as (
  select i from spoken
  union all
  select case when random() < .15 then 20 * (r / 20) + 1 else 1 + r end
    from (select floor(random() * 200000 * scale::float8)::integer as r
            from (select current_setting('bench.scale')::numeric as scale) size,
                 generate_series(1, (1000000 * scale)::integer - (select count(*)::integer from spoken))) more
), numbered as (
  select i, row_number() over (partition by i) as turn from all_spoken
)
select row_number() over (order by least(created_at + interval '5 hours' * (turn - 1) * (1 + i % 5), now()), i, turn) as id,
       i, turn, least(created_at + interval '5 hours' * (turn - 1) * (1 + i % 5), now()) as at,
       turn = 4 and status not in ('pending_approval', 'open', 'inquiring', 'quoted') as is_offer
  from numbered join asked using (i);
create index on said (i) where is_offer;
analyze asked, said;
