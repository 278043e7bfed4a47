import type { Fixtures } from '../fixtures.ts'

/** Reference data, seminars, add-ons and other systems. */
export const others = ({ plain, airline, seoul, sapporo, category }: Fixtures) => ({
  season: () => plain('/seasons', { code: 'S', name: '櫻花季', starts_on: '2099-03-01', ends_on: '2099-04-30' }),
  'airline route': () =>
    plain(`/airlines/${airline}/routes`, {
      origin_city_id: seoul,
      destination_city_id: sapporo,
      flight_number: 'BR160',
    }),
  webhook: () => plain('/webhooks', { name: '會計', url: 'https://example.com/hook' }),
  seminar: () => plain('/seminars', { kind: 'product_talk', title: '另一場' }),
  'add-on category': () => plain('/addon-requests/categories', { name: '其他', department: 'op' }),
  'add-on type': () =>
    plain('/addon-requests/types', { category_id: category, name: '座位', type_code: 'SEAT', pricing_type: 'free' }),
})
