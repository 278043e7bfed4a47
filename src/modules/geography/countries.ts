import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  currency,
  defaulted,
  formed,
  labelled,
  line,
  nullable,
  oneOf,
  ref,
  text,
  timezone,
  whole,
} from '../../kit/fields.ts'
import { resource } from '../../kit/resource/resource.ts'
import { referenceAccess, referenceFields } from '../reference-data.ts'
import { countryInArea } from './in-area.ts'

const fields = Type.Object({
  continent_id: labelled(ref(), ['洲', 'Continent']),
  iso_alpha2: labelled(formed('^[A-Z]{2}$', 'JP'), ['兩碼國別', 'ISO two letters']),
  iso_alpha3: labelled(nullable(formed('^[A-Z]{3}$', 'JPN')), ['三碼國別', 'ISO three letters']),
  name: line(100, '日本'),
  name_en: nullable(line(100, 'Japan')),
  calling_code: labelled(nullable(formed('^\\+[1-9][0-9]{0,3}(-[0-9]{1,4})?$', '+81')), ['國碼', 'Calling code']),
  currency_code: labelled(nullable(currency()), ['幣別', 'Currency']),
  timezone: nullable(timezone()),

  // Entry requirements for the home passport.
  visa_policy: labelled(
    nullable(oneOf(['visa_free', 'visa_on_arrival', 'e_visa', 'eta', 'visa_required', 'group_visa'])),
    ['簽證規定', 'Visa'],
  ),
  visa_free_days: labelled(nullable(whole(0, 3650)), ['免簽天數', 'Days without a visa']),
  visa_lead_days: labelled(nullable(whole(0, 365)), ['簽證作業天數', 'Days to get a visa']),
  passport_min_validity_months: labelled(defaulted(whole(0, 60)), ['護照效期（月）', 'Passport validity (months)']),
  passport_validity_basis: labelled(defaulted(oneOf(['arrival', 'return'])), ['效期起算', 'Validity counts']),
  entry_note: labelled(nullable(text(2000)), ['入境須知', 'Entry note']),
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
