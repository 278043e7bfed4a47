/** What a block of the calendar is called: a trip or its briefing by serial and name, a seminar by its title, days off by their type. */
const title = (language: 'zh' | 'en') => {
  const name = language === 'zh' ? 'coalesce(p.name, m.title)' : 'coalesce(p.name_en, m.title_en, p.name, m.title)'
  const briefing = language === 'zh' ? '說明會' : 'Briefing'
  const types = Object.entries(daysOff).map(([type, names]) => `when '${type}' then '${names[language]}'`)
  return `to_json(case c.kind when 'trip' then concat_ws(' ', p.serial, ${name})
    when 'briefing' then case when p.id is null then ${name} else concat_ws(' ', '${briefing}', p.serial, ${name}) end
    else case u.type ${types.join(' ')} end end)`
}

const daysOff = {
  annual_leave: { zh: '特休', en: 'Annual leave' },
  sick: { zh: '病假', en: 'Sick leave' },
  personal: { zh: '事假', en: 'Personal leave' },
  training: { zh: '訓練', en: 'Training' },
  external_trip: { zh: '外部帶團', en: 'Trip for somebody else' },
  other: { zh: '其他', en: 'Other' },
}

const text = (value: string) => `coalesce(to_json(${value})::text, 'null')`

/** The blocks near the days asked for, each as the text of its JSON without the days; rest days share the second half. */
const near = `
  select c.id, c.tour_leader_id, c.kind, c.during, c.rest_days, c.is_firm, c.is_override or not c.is_firm as is_loose,
         lower(c.during)::date as starts_on, (upper(c.during) - interval '1 microsecond')::date as ends_on,
         '"kind":"' || c.kind || '","title":' || ${title('zh')} || ',"title_en":' || ${title('en')}
           || ',"starts_at":' || ${text('c.starts_at')} || ',"ends_at":' || ${text('c.ends_at')} as own,
         ',"subject":{"type":"' || c.subject_type || '","id":' || c.subject_id || '},"place":' || ${text('a.name')}
           || ',"place_en":' || ${text('a.name_en')} || ',"is_firm":' || c.is_firm || ',"is_override":' || c.is_override
           || ',"override_reason":' || ${text('c.override_reason')} as shared
    from leader_calendar c
    left join planned_trips p on c.subject_type = 'planned_trip' and p.id = c.subject_id
    left join seminar_sessions s on c.subject_type = 'seminar_session' and s.id = c.subject_id
    left join seminars m on m.id = s.seminar_id
    left join geographical_areas a on a.id = coalesce(p.area_id, m.area_id)
    left join leader_unavailabilities u on c.subject_type = 'leader_unavailability' and u.id = c.subject_id
   where c.during && tsrange($1::date - 30, $2::date + 31) and with_rest_around(c.during, c.rest_days) && tsrange($1::date, $2::date + 1)`

const days = (first: string, last: string) => `',"starts_on":"' || ${first} || '","ends_on":"' || ${last} || '"}'`
const whole = (row: string) => `'{' || ${row}.own || ${row}.shared || ${days(`${row}.starts_on`, `${row}.ends_on`)}`

/** The schedule of all leaders between two days ($1, $2). */
export const schedule = `
  with near as materialized (${near}),
  shown as (
    select id, tour_leader_id, kind, starts_on, ends_on, own, shared from near
    union all
    select id, tour_leader_id, 'rest', rest.starts_on, rest.ends_on,
           '"kind":"rest","title":"休息","title_en":"Rest","starts_at":null,"ends_at":null', shared
      from near n cross join lateral (values (n.starts_on - n.rest_days, n.starts_on - 1), (n.ends_on + 1, n.ends_on + n.rest_days)) rest (starts_on, ends_on)
     where n.is_firm and n.rest_days > 0
  ), blocks as (
    select tour_leader_id as id, string_agg(${whole('b')}, ',' order by starts_on, id, kind) as list
      from shown b where starts_on <= $2::date and ends_on >= $1::date group by tour_leader_id
  ), conflicts as (
    select one.tour_leader_id as id,
           string_agg('{"clash":"' || clash || '","blocks":' || (one.is_firm and other.is_firm) || ',"between":[' || ${whole('one')} || ',' || ${whole('other')} || ']}',
                      ',' order by lower(one.during), one.id, other.id) as list
      from near one
      join near other on other.tour_leader_id = one.tour_leader_id and (lower(one.during), one.id) < (lower(other.during), other.id)
      cross join lateral (select leader_clash(one.kind, one.during, one.rest_days, other.kind, other.during, other.rest_days) as clash) how
     where (one.is_loose or other.is_loose) and clash is not null
     group by one.tour_leader_id
  ), spent as (
    select tour_leader_id as id,
           range_agg(daterange(starts_on - rest_days, ends_on + rest_days + 1)) filter (where is_firm) as taken,
           sum(least(ends_on, $2::date) - greatest(starts_on, $1::date) + 1)
             filter (where kind = 'trip' and starts_on <= $2::date and ends_on >= $1::date) as led
      from near group by tour_leader_id
  )
  select '[' || string_agg(
           '{"tour_leader":' || json_build_object('id', l.id, 'leader_number', l.leader_number, 'name', l.name, 'name_en', l.name_en)
             || ',"grade":"' || l.grade || '","status":"' || l.status || '","days_led":' || coalesce(led, 0)
             || ',"free":[' || coalesce((
               select string_agg('{"starts_on":"' || lower(gap) || '","ends_on":"' || upper(gap) - 1 || '","days":' || upper(gap) - lower(gap) || '}', ',' order by gap)
                 from unnest(datemultirange(daterange($1::date, $2::date + 1)) - coalesce(taken, '{}')) gap), '')
             || '],"conflicts":[' || coalesce(conflicts.list, '') || '],"blocks":[' || coalesce(blocks.list, '') || ']}',
           ',' order by l.name, l.id)
         || ']' as data, '{"from":"' || $1::date || '","to":"' || $2::date || '"}' as meta
    from tour_leaders l left join blocks using (id) left join conflicts using (id) left join spent using (id)
   where l.status <> 'inactive'`
