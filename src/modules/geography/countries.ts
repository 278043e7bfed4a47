import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { currency, defaulted, formed, line, nullable, oneOf, ref, text, timezone, whole } from '../../kit/fields.ts'
import { resource } from '../../kit/resource/resource.ts'
import { referenceAccess, referenceFields } from '../reference-data.ts'
import { countryInArea } from './in-area.ts'

const fields = Type.Object({
  continent_id: ref(),
  iso_alpha2: formed('^[A-Z]{2}$', 'JP'),
  iso_alpha3: nullable(formed('^[A-Z]{3}$', 'JPN')),
  name: line(100, '日本'),
  name_en: nullable(line(100, 'Japan')),
  calling_code: nullable(formed('^\\+[1-9][0-9]{0,3}(-[0-9]{1,4})?$', '+81')),
  currency_code: nullable(currency()),
  timezone: nullable(timezone()),

  // Entry requirements for the home passport.
  visa_policy: nullable(oneOf(['visa_free', 'visa_on_arrival', 'e_visa', 'eta', 'visa_required', 'group_visa'])),
  visa_free_days: nullable(whole(0, 3650)),
  visa_lead_days: nullable(whole(0, 365)),
  passport_min_validity_months: defaulted(whole(0, 60)),
  passport_validity_basis: defaulted(oneOf(['arrival', 'return'])),
  entry_note: nullable(text(2000)),
  ...referenceFields,
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    countries: Table<typeof fields>
  }
}

export default resource({
  table: 'countries',
  noun: ['國家', 'country'],
  fields,
  search: ['iso_alpha2', 'iso_alpha3', 'name', 'name_en'],
  filter: ['continent_id', 'iso_alpha2', 'visa_policy', 'is_active'],
  filters: { area_id: countryInArea('countries.id') },
  sort: ['sort_order', 'iso_alpha2', 'name', 'name_en'],
  order: 'sort_order',
  option: ['continent_id', 'iso_alpha2'],
  named: { continent: 'continents' },
  access: referenceAccess,
})
