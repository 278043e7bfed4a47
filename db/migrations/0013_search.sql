-- What a record is found by in the search: its texts as a whole (=), their words (=), how the words begin (^), their pairs of
-- characters and triples of Latin letters or digits, and the triples of the digits of its phone numbers (#). Two Chinese characters are
-- one pair, so they are found by an index. src/modules/search/needles.ts makes the same parts of what is typed.
create function search_parts(texts text[], phones text[]) returns text[]
  language plpgsql immutable parallel safe cost 2000 as $$
declare
  breaks constant text := '[\s!-/:-@\[-`{-~\u00b7\u3000-\u303f\u30fb]+';
  parts text[] := '{}';
  whole text;
  word text;
  piece text;
begin
  foreach whole in array texts loop
    continue when whole is null;
    whole := lower(normalize(whole, nfkc));
    parts := parts || ('=' || regexp_replace(whole, breaks, '', 'g'));
    foreach word in array regexp_split_to_array(whole, breaks) loop
      continue when word = '';
      parts := parts || array['=' || word, '^' || left(word, 1), '^' || left(word, 2)];
      for i in 1 .. length(word) - 1 loop
        piece := substr(word, i, 2);
        if octet_length(piece) = 2 then
          piece := substr(word, i, 3);
          continue when octet_length(piece) <> 3 or length(piece) <> 3;
        end if;
        parts := parts || piece;
      end loop;
    end loop;
  end loop;
  foreach whole in array phones loop
    continue when whole is null;
    whole := regexp_replace(regexp_replace(whole, '\D', '', 'g'), '^(00)?886|^0', '');
    parts := parts || ('=#' || whole);
    for i in 1 .. length(whole) - 2 loop
      parts := parts || ('#' || substr(whole, i, 3));
    end loop;
  end loop;
  return parts;
end $$;

-- src/modules/search/sources.ts names the same texts; a test compares the plans.
create index bookings_found on bookings using gin
  (search_parts(array[booking_number, contact_name, contact_email]::text[], array[contact_phone]::text[]));
create index travelers_found on travelers using gin
  (search_parts(array[name, surname_en, given_name_en, email]::text[], array[mobile]::text[]));
create index planned_trips_found on planned_trips using gin
  (search_parts(array[serial, name, name_en]::text[], array[]::text[]));
create index packages_found on packages using gin
  (search_parts(array[package_code, name, name_en]::text[], array[]::text[]));
create index tour_leaders_found on tour_leaders using gin
  (search_parts(array[leader_number, name, name_en, email]::text[], array[mobile, mobile_overseas]::text[]));
create index addon_requests_found on addon_requests using gin
  (search_parts(array[request_number]::text[], array[]::text[]));
create index seminars_found on seminars using gin
  (search_parts(array[title, title_en]::text[], array[]::text[]));
create index cities_found on cities using gin
  (search_parts(array[name, name_en, iata_code]::text[] || aliases, array[]::text[]));
create index airlines_found on airlines using gin
  (search_parts(array[iata_code, icao_code, name, name_en]::text[], array[]::text[]));
