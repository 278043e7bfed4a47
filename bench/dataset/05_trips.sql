-- Trips from four years ago until next year, each of a package; later trips have more demand.
insert into planned_trips (id, serial, name, departure_date, return_date, status, package_id, area_id, category_id, capacity, min_pax, op_user_id, sales_user_id,
                           price, terms, created_at, updated_at)
overriding system value
select i, format('%s%s%s', package_code, to_char(departs, 'YYMMDD'), i), p.name, departs, departs + days - 1,
       case when departs + days < current_date then (array['settled', 'settled', 'settled', 'returned', 'cancelled'])[1 + i % 5]
            when departs < current_date then 'departed'
            else (array['open', 'open', 'guaranteed', 'closed', 'draft'])[1 + i % 5] end,
       p.id, area_id, category_id, max_pax, min_pax, 10071 + 3 * (i % 40) + 2, 10011 + i % 60,
       jsonb_build_object('source', 'default', 'price_id', s.id, 'season_id', null, 'valid_from', null, 'valid_to', null, 'currency', s.currency,
         'adult', adult, 'child_with_bed', child_with_bed, 'child_no_bed', child_no_bed, 'infant', infant, 'single_supplement', single_supplement,
         'land_only', land_only, 'deposit', deposit),
       jsonb_build_object('payment_policy', payment_policy, 'cancellation_policy', cancellation_policy, 'inclusions', inclusions,
         'exclusions', exclusions, 'important_notes', important_notes, 'leader_required_from_pax', leader_required_from_pax),
       departs - interval '9 months', departs - interval '1 month'
  from (select (20000 * current_setting('bench.scale')::numeric)::integer as many) size,
       lateral (select i, current_date - 1460 + floor(1825.0 * i / many)::integer as departs from generate_series(1, many) i) planned
  join packages p on p.id = 10001 + i % 400
  join package_prices s on s.package_id = p.id;

-- Leaders are assigned round robin, so that each is at home for a month between two trips.
update planned_trips t set assigned_leader_id = leader, briefing_leader_id = leader, briefing_starts_at = briefs, briefing_ends_at = briefs + interval '2 hours'
  from (select p.id, l.id as leader, (departure_date - 5 + time '19:00') at time zone 'Asia/Taipei' as briefs
          from (select *, row_number() over (order by id) as turn from planned_trips where status not in ('draft', 'cancelled') and id % 19 > 0) p
          join guides l on l.i = 1 + turn % ((500 * current_setting('bench.scale')::numeric)::integer)) turns
 where t.id = turns.id;

insert into leader_unavailabilities (id, tour_leader_id, type, starts_on, ends_on, firmness, status, decided_by, decided_at, created_at, updated_at)
overriding system value
select id, assigned_leader_id, (array['annual_leave', 'training', 'personal'])[1 + id % 3], away, away + id % 4, case when id % 9 = 0 then 'tentative' else 'hard' end,
       case when id % 7 = 0 then 'requested' else 'approved' end, case when id % 7 > 0 then 10001 end, case when id % 7 > 0 then created_at end, created_at, created_at
  from (select *, case when id % 7 = 0 then departure_date + 1 else departure_date + 18 end as away from planned_trips) asked
 where assigned_leader_id is not null;

insert into leader_calendar (tour_leader_id, kind, subject_type, subject_id, during, starts_at, ends_at, rest_days, is_firm)
select assigned_leader_id, 'trip', 'planned_trip', id, tsrange(departure_date, return_date + 1), null, null, 1, true
  from planned_trips where assigned_leader_id is not null
union all
select briefing_leader_id, 'briefing', 'planned_trip', id, tsrange(briefing_starts_at at time zone 'Asia/Taipei', briefing_ends_at at time zone 'Asia/Taipei'),
       briefing_starts_at, briefing_ends_at, 0, true
  from planned_trips where briefing_leader_id is not null
union all
select tour_leader_id, 'unavailability', 'leader_unavailability', id, tsrange(starts_on, ends_on + 1), null, null, 0, status = 'approved' and firmness = 'hard'
  from leader_unavailabilities;
