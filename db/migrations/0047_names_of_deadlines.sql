-- What a deadline is called, in Chinese and in English, beside its key. Release 1.0.0 reads whole rows of deadlines.
select close_idle_connections();
alter table trip_deadlines add column name varchar(100), add column name_en varchar(100);
update packages set deadline_template = (
  select jsonb_agg('{"name": null, "name_en": null}'::jsonb || rule order by place)
    from jsonb_array_elements(deadline_template) with ordinality rules (rule, place))
 where deadline_template <> '[]';
