import { Type } from 'typebox'
import type { Table, Tx } from '../kit/db/tables.ts'
import { email, labelled, line, nullable, phone, ref, text } from '../kit/fields.ts'
import { createRecord, type Declaration, resource } from '../kit/resource/resource.ts'
import { cityFilters } from './geography/filters.ts'
import { referenceAccess, referenceFields } from './reference-data.ts'

const fields = Type.Object({
  name: line(200, '洞爺湖太陽宮飯店'),
  name_en: nullable(line(200, 'Toya Sun Palace')),
  city_id: ref(),
  address: nullable(line(300, '有珠郡壯瞥町字洞爺湖溫泉 7-1')),
  address_en: nullable(line(300)),
  phone: nullable(phone()),
  email: nullable(email()),
  child_bed_rules: labelled(nullable(text(2000, '未滿 7 歲不佔床免費；7 歲以上須佔床。')), [
    '小孩佔床規定',
    'Beds for children',
  ]),
  ...referenceFields,
})

declare module '../kit/db/tables.ts' {
  interface Tables {
    hotels: Table<typeof fields>
  }
}

export const hotels = {
  table: 'hotels',
  noun: ['飯店', 'hotel'],
  fields,
  search: ['name', 'name_en'],
  filter: ['city_id', 'is_active'],
  filters: cityFilters('hotels.city_id'),
  sort: ['sort_order', 'name'],
  order: 'sort_order',
  option: ['city_id'],
  named: { city: 'cities' },
  access: referenceAccess,
} satisfies Declaration

/** Adds a hotel to the list. Returns its id. */
export function enterHotel(tx: Tx, hotel: { name: string; city_id: number }) {
  return createRecord(tx, hotels, hotel)
}

export default resource(hotels)
