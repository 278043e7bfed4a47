-- Every process hears which attendances of a session changed too, so that two phones at its door show the same list.
create function announce_attendance() returns trigger language plpgsql as $$
declare
  it session_attendances := coalesce(new, old);
begin
  perform pg_notify('changes', json_build_object('type', 'session_attendance', 'id', it.id, 'version', it.version, 'leaders', (
    select json_build_array(m.briefing_leader_id, t.assigned_leader_id, t.briefing_leader_id)
      from seminar_sessions s join seminars m on m.id = s.seminar_id
      left join travelers v on v.id = it.traveler_id
      left join bookings b on b.id = v.booking_id
      left join planned_trips t on t.id = b.planned_trip_id
     where s.id = it.session_id))::text);
  return null;
end $$;
create trigger announce_change after insert or update or delete on session_attendances
  for each row execute function announce_attendance();
