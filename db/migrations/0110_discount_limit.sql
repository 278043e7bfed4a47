-- How much of the price of a booking sales may give as discounts; a manager or an administrator gives more, with a reason.
alter table house add column discount_limit_percent numeric(5, 2) not null default 10 check (discount_limit_percent between 0 and 100);

select close_idle_connections();
alter table booking_price_lines add column override_reason varchar(500);
