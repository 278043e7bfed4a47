-- Mails and messages wait in the queue of jobs alone. Their tables say what was told to whom, when, and with which result.
drop trigger announced on deliveries;
drop function announce_deliveries();
drop index deliveries_open;
alter table deliveries drop column leased_until;

drop trigger announced on webhook_deliveries;
drop function announce_message();
drop index webhook_deliveries_unqueued;
alter table webhook_deliveries drop column is_queued;
