-- Suppliers are found by name and tax ID, costs by the number of their invoice and the supplier that was written.
create index suppliers_found on suppliers using gin
  (search_parts(array[name, name_en, tax_id]::text[], array[]::text[]));
create index trip_costs_found on trip_costs using gin
  (search_parts(array[invoice_number, supplier]::text[], array[]::text[]));
