-- A telephone number with an extension (`02-2555 0100 轉 33`, `#33`, `分機33`, `ext. 33`) is known by the number alone.
create or replace function phone_key(phone text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(phone, '[ ,]*(#|轉|分機|ext\.?) *[0-9]{1,6} *$', '', 'i'), '[^0-9]', '', 'g'), '^0*(886)?0*', '')
$$;
-- What persons are found by is stored; writing the number again makes it again.
update persons set phone = phone where phone like '%#%';
