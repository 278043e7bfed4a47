import type { House } from '../../../test/house.ts'
import { places } from '../../../test/places.ts'

/** A package of three days that can be sold, and the world around it, for tests. */
export const sellable = async (as: House['as']) => {
  const world = await places(as)
  const admin = as('admin')
  const made = await admin.post('/packages', { ...hokkaido, countries: [{ country_id: world.japan, nights: 2 }] })
  const { id } = made.data
  await admin.put(`/packages/${id}/segments`, { segments: days(world.sapporo) })
  await admin.post(`/packages/${id}/prices`, { adult: 39900, child_no_bed: 34900, deposit: 10000 })
  await admin.post(`/packages/${id}/publish`)
  return { ...world, package_id: Number(id) }
}

export const hokkaido = {
  package_code: 'HKD',
  name: '北海道三日',
  name_en: 'Hokkaido, three days',
  days: 3,
  min_pax: 4,
  max_pax: 20,
  payment_policy: { deposit: 10000, balance_days_before: 30 },
  cancellation_policy: [{ days_before: 30, fee_percent: 20 }],
  deadline_template: [
    { key: 'ticketing', days_before: 21, owner: 'ticketing' },
    { key: 'rooming_list', days_before: 7 },
  ],
}

export const days = (city: number) => [
  { day_from: 1, title: '台北／札幌', city_ids: [city], overnight_city_id: city, hotel_name: '札幌大飯店', dinner: 'included', transport: 'flight' },
  { day_from: 2, title: '小樽', city_ids: [city], overnight_city_id: city, hotel_name: '札幌大飯店', breakfast: 'included', transport: 'coach' },
  { day_from: 3, title: '札幌／台北', city_ids: [city], breakfast: 'included', transport: 'flight' },
] // biome-ignore format: a table is read in rows.
