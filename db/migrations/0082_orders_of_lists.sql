-- Orders that lists offer and no index served. Null comes last in both directions, so a descending order of a column that may be null
-- has an index of its own.
create index addon_requests_due_last on addon_requests (due desc nulls last, id desc);
create index addon_requests_needed_last on addon_requests (needed_by desc nulls last, id desc);
create index addon_requests_deadline_last on addon_requests (response_deadline desc nulls last, id desc);
create index bookings_payment_due_last on bookings (payment_due_on desc nulls last, id desc);
create index travelers_passport_expires_last on travelers (passport_expires_on desc nulls last, id desc);
create index notifications_user_created on notifications (user_id, created_at, id);
create index cities_name_en on cities (name_en, id);
create index cities_name_en_last on cities (name_en desc nulls last, id desc);
create index cities_iata_code_last on cities (iata_code desc nulls last, id desc);
create index cities_created on cities (created_at, id);
