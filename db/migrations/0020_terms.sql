-- Retention finds what was reported long ago, and guests whose names are still there, by an index.
create index addon_reminders_age on addon_reminders (created_at);
create index leader_paper_notices_age on leader_paper_notices (created_at);
create index traveler_check_notices_age on traveler_check_notices (created_at);
create index session_attendances_named on session_attendances (session_id) where traveler_id is null and guest_name <> '•••';
