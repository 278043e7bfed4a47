-- What a person is told within a short while goes with one mail. A notification waits for its mail, and then says which it went with.
alter table notifications
  add column awaits_mail boolean not null default false,
  add column mail_id uuid;
create index notifications_awaiting_mail on notifications (user_id, id) where awaits_mail;

-- Those whose mail was on the job list before.
do $$
begin
  if to_regclass('jobs.job') is not null then
    update notifications set awaits_mail = true
     where id in (select (data ->> 'notification_id')::integer from jobs.job where name = 'notifications.mail' and state < 'completed');
  end if;
end $$;
