import { type SeedRow, seedRows } from '../../kit/db/seeds.ts'

/**
 * The parties that fill the trips of the demo, besides those of its story: couples, families with children, three generations,
 * friends. They are composed by rules, so that they are the same on every start.
 */
export function fillingParties() {
  const trips = new Map(seedRows('demo/trips').map((row) => [row.code, row]))
  let nth = 0
  const parties = seedRows('demo/parties').flatMap(({ trip = '', people }) =>
    sizesOf(Number(people), nth).map((size, i) => {
      nth += 1
      return party(trips.get(trip) ?? {}, { booking: `${trip}-${String(i + 11).padStart(3, '0')}`, nth, size })
    }),
  )
  return { bookings: parties.map(({ booking }) => booking), travelers: parties.flatMap(({ travelers }) => travelers) }
}

const usualSizes = [2, 4, 2, 3, 1, 4, 2, 5] as const

const sizesOf = (people: number, from: number) => {
  const sizes: number[] = []
  for (let left = people, i = from; left > 0; i++) {
    const size = Math.min(left, usualSizes[i % usualSizes.length] ?? 2)
    sizes.push(size)
    left -= size
  }
  return sizes
}

type Asked = { booking: string; nth: number; size: number }

const party = (trip: SeedRow, { booking, nth, size }: Asked) => {
  const isAbroad = nth % 11 === 5
  const travelers =
    rolesOf[size - 1]?.map((role, i) => ({ booking, ...person(role, { nth, i, isAbroad }, trip) })) ?? []
  const [contact] = travelers
  const booked = Math.max(Number(trip.planned) + 3, Number(trip.departs) - 70) + (nth % 9)
  return {
    travelers,
    booking: {
      ...{ booking, booked: `${Math.min(booked, -1)}`, status: statusOf(trip, nth), contact_name: contact?.name ?? '' },
      contact_phone: contact?.mobile ?? '',
      contact_email: `party${nth}@demo.guidon.local`,
      ...{ customer: '', sales: nth % 2 ? 'sales' : 'sales2', source: nth % 3 ? 'public' : 'staff' },
      ...{ paid: paidOf(trip, nth), until: isUnpaid(trip, nth) ? `${(nth % 4) + 2} 18:00` : '', reason: '' },
    } satisfies SeedRow,
  }
}

// Bookings of trips that depart within five weeks are paid in full.
const isUnpaid = ({ departs }: SeedRow, nth: number) => Number(departs) > 36 && nth % 5 === 2
const statusOf = (trip: SeedRow, nth: number) => {
  if (trip.status === 'settled' || trip.status === 'returned') return 'completed'
  return isUnpaid(trip, nth) ? 'held' : 'confirmed'
}
const paidOf = (trip: SeedRow, nth: number) => {
  if (isUnpaid(trip, nth)) return ''
  return Number(trip.departs) > 36 ? 'deposit' : 'all'
}

type Role = 'woman' | 'man' | 'girl' | 'boy' | 'grandmother'
const rolesOf: readonly (readonly Role[])[] = [
  ['woman'],
  ['man', 'woman'],
  ['woman', 'man', 'girl'],
  ['man', 'woman', 'boy', 'girl'],
  ['woman', 'man', 'girl', 'boy', 'grandmother'],
]
const years: Record<Role, number> = { woman: 1984, man: 1981, girl: 2017, boy: 2014, grandmother: 1954 }

const person = (role: Role, { nth, i, isAbroad }: { nth: number; i: number; isAbroad: boolean }, trip: SeedRow) => {
  const of = isAbroad ? english : chinese
  const [surname = '', surname_en = ''] = at(of.surnames, nth)
  const given = of[role === 'man' || role === 'boy' ? 'men' : 'women']
  const [name = '', given_name_en = ''] = at(given, nth * 3 + i)
  const isChild = role === 'girl' || role === 'boy'
  const year = years[role] - (isChild ? 0 : nth % 14) + (isChild ? nth % 4 : 0)
  const isMissing = Number(trip.departs) > 24 && (nth + i) % 9 === 4
  return {
    ...{ name: isAbroad ? `${name} ${surname}` : `${surname}${name}`, surname_en, given_name_en },
    gender: role === 'man' || role === 'boy' ? 'male' : 'female',
    nationality: isAbroad ? 'US' : 'TW',
    ...(isMissing ? {} : { birth_date: `${year}-${two((nth % 12) + 1)}-${two(((nth + i * 5) % 27) + 1)}` }),
    ...(isMissing ? {} : { passport: `3${(50_000_000 + nth * 977 + i * 13).toString()}` }),
    passport_ends: isMissing ? '' : `${1_000 + ((nth * 131) % 2_000)}`,
    mobile: `+886 9${two(nth % 90)} ${300 + nth} ${100 + i}`,
    ...{
      emergency_name: isAbroad ? `Chris ${surname}` : `${surname}志明`,
      emergency_relation: isAbroad ? 'sibling' : '手足',
    },
    emergency_phone: `+886 9${two((nth * 7) % 90)} ${500 + nth} ${200 + i}`,
    meal_requirement: (nth + i) % 13 === 3 ? 'vegetarian' : 'none',
  } satisfies SeedRow
}

const two = (n: number) => String(n).padStart(2, '0')
const at = (names: readonly (readonly [string, string])[], n: number) => names[n % names.length] ?? ['', '']

type Names = readonly (readonly [name: string, latin: string])[]
const pairs = (text: string): Names =>
  text.split(' ').map((pair) => {
    const [name = '', latin = ''] = pair.split('/')
    return [name, latin] as const
  })

const chinese = {
  surnames: pairs(
    '陳/CHEN 李/LEE 張/CHANG 吳/WU 劉/LIU 黃/HUANG 周/CHOU 葉/YEH 蘇/SU 莊/CHUANG 江/CHIANG 郭/KUO 洪/HUNG 邱/CHIU 曾/TSENG 廖/LIAO 賴/LAI 徐/HSU 謝/HSIEH 彭/PENG 游/YU 詹/CHAN 方/FANG',
  ),
  women: pairs(
    '淑芬/SHU-FEN 雅婷/YA-TING 怡君/YI-CHUN 佳蓉/CHIA-JUNG 美惠/MEI-HUI 欣儀/HSIN-YI 思妤/SZU-YU 婉真/WAN-CHEN 品妍/PIN-YEN 詩涵/SHIH-HAN 麗華/LI-HUA 宜庭/YI-TING 靜宜/CHING-YI 子晴/TZU-CHING 鈺婷/YU-TING 佩珊/PEI-SHAN 秀英/HSIU-YING',
  ),
  men: pairs(
    '志豪/CHIH-HAO 建宏/CHIEN-HUNG 冠宇/KUAN-YU 宗翰/TSUNG-HAN 柏翰/PO-HAN 家銘/CHIA-MING 俊賢/CHUN-HSIEN 彥廷/YEN-TING 文彬/WEN-PIN 國華/KUO-HUA 信宏/HSIN-HUNG 承翰/CHENG-HAN 育誠/YU-CHENG',
  ),
}
const english = {
  surnames: pairs('Carter/CARTER Nguyen/NGUYEN Walsh/WALSH Hughes/HUGHES'),
  women: pairs('Emily/EMILY Sarah/SARAH Olivia/OLIVIA Hannah/HANNAH Megan/MEGAN'),
  men: pairs('James/JAMES Daniel/DANIEL Thomas/THOMAS Ryan/RYAN'),
}
