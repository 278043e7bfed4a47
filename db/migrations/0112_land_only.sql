-- Who travels without our flight pays the price of the land arrangement alone.
alter table booking_price_lines drop constraint booking_price_lines_kind_check, add constraint booking_price_lines_kind_check
  check (kind in ('adult', 'child_with_bed', 'child_no_bed', 'infant', 'land_only', 'single_supplement', 'addon', 'surcharge', 'discount', 'cancellation'));
