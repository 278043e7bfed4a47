import { workbook } from '../../test/fixtures/moving.ts'

type Cell = string | number | null

/** A day some days away from another. */
const dayFrom = (today: string, days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const padded = (n: number, digits: number) => String(n).padStart(digits, '0')

const PRICE = 30_000
const DEPOSIT = 10_000

/**
 * An agency as one workbook: 40 packages, 700 trips of which every seventh is over, 98 leaders, 6,000 bookings of one traveler and 9,000
 * payments at full scale. Every booking has paid its deposit and every second the rest; what is over has paid everything.
 */
export async function agencyFiles(today: string, scale: number) {
  const some = (n: number) => Math.max(2, Math.round(n * scale))
  const packages = Array.from({ length: some(40) }, (_, i) => `M${padded(i + 1, 2)}`)
  const leaders = Array.from({ length: Math.max(14, some(98)) }, (_, i) => `TL9${padded(i + 1, 4)}`)
  const trips = Array.from({ length: some(700) }, (_, n) => {
    const isOver = n % 7 === 0
    const departs = dayFrom(today, isOver ? -20 - n : 10 + n)
    const code = packages[n % packages.length] ?? ''
    return {
      code,
      departs,
      isOver,
      serial: `${code}${departs.slice(2).replaceAll('-', '')}A`,
      leader: leaders[n % leaders.length],
    }
  })
  const bookings = Array.from({ length: some(6_000) }, (_, n) => {
    const trip = trips[n % trips.length]
    if (!trip) throw new Error('no trip')
    const paid = trip.isOver || n % 2 === 0 ? [DEPOSIT, PRICE - DEPOSIT] : [DEPOSIT]
    const number = `${trip.serial}-${padded(Math.floor(n / trips.length) + 1, 3)}`
    return { trip, number, paid, name: `旅客${n}`, phone: `09${padded(n, 8)}` }
  })
  const payments = bookings.flatMap(({ number, paid, trip }) =>
    paid.map((amount, i): Cell[] => [
      number,
      amount,
      '銀行轉帳',
      `${dayFrom(trip.isOver ? trip.departs : today, -9)} 1${i}:00`,
      `${number}/${i}`,
    ]),
  )
  const sheets: Record<string, Cell[][]> = {
    leaders: [
      ['領隊編號', '姓名', '執業證種類', '執業證效期', '護照號碼', '護照效期'],
      ...leaders.map((number, i) => [
        ...[number, `領隊${i}`, '領隊人員執業證（外語）', '2099/12/31', String(311_000_000 + i), '2099-12-31'],
      ]),
    ],
    packages: [
      ['行程代碼', '名稱', '種類', '天數', '最低成團人數', '最多人數', '訂金', '國家', '線別', '分類', '狀態'],
      ...packages.map((code) => [
        code,
        `行程 ${code}`,
        'group',
        3,
        1,
        40,
        DEPOSIT,
        'JP',
        'NORTHEAST_ASIA',
        'SKI',
        'published',
      ]),
    ],
    'package-prices': [['行程代碼', '大人價', '嬰兒價', '訂金'], ...packages.map((code) => [code, PRICE, 0, DEPOSIT])],
    'package-days': [['行程代碼', '起始天', '結束天', '標題'], ...packages.map((code) => [code, 1, 3, '行程'])],
    'planned-trips': [
      ['團號', '行程代碼', '出發日', '狀態', '名額', '領隊編號'],
      ...trips.map(({ serial, code, departs, isOver, leader }) => [
        serial,
        code,
        departs,
        isOver ? 'settled' : null,
        40,
        leader ?? null,
      ]),
    ],
    bookings: [
      ['訂單編號', '團號', '聯絡人', '聯絡電話', '狀態', '餘額'],
      ...bookings.map(({ number, trip, name, phone, paid }) => [
        ...[
          number,
          trip.serial,
          name,
          phone,
          trip.isOver ? '已完成' : null,
          PRICE - paid.reduce((sum, one) => sum + one, 0),
        ],
      ]),
    ],
    travelers: [['訂單編號', '姓名', '出生日期'], ...bookings.map(({ number, name }) => [number, name, '75/6/21'])],
    payments: [['訂單編號', '金額', '付款方式', '收款時間', '參考號碼'], ...payments],
  }
  const paid = payments.reduce((sum, [, amount]) => sum + Number(amount), 0)
  return {
    file: await workbook(sheets),
    lines: Object.values(sheets).reduce((sum, rows) => sum + rows.length - 1, 0),
    /** What the house has once it is in, from the files alone. */
    sums: {
      packages: packages.length,
      leaders: leaders.length,
      trips: trips.length,
      settled: trips.filter(({ isOver }) => isOver).length,
      bookings: bookings.length,
      completed: bookings.filter(({ trip }) => trip.isOver).length,
      travelers: bookings.length,
      payments: payments.length,
      sold: bookings.length * PRICE,
      paid,
      told: 0,
    },
  }
}
