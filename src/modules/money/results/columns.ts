import { type TProperties, Type } from 'typebox'
import { anyText, currency, day, described, labelled, orNull, ref, shownFields } from '../../../kit/fields.ts'
import { PageMeta } from '../../../kit/list/list.ts'
import { joined } from '../../../kit/list/order.ts'
import type { Words } from '../../../kit/words/words.ts'
import { Booking } from '../../bookings/booking.ts'
import { OfTrip } from '../../shown-names.ts'

/** What a line of the table is about. */
export const resultsBy = ['month', 'trip', 'package', 'line', 'season', 'salesperson', 'source', 'enquiry'] as const
export type By = (typeof resultsBy)[number]

/** Which day of a booking counts. */
export const bases = ['departure', 'sold'] as const
export type Basis = (typeof bases)[number]

export const byWords = {
  month: ['月份', 'Month'],
  trip: ['團', 'Trip'],
  package: ['行程', 'Package'],
  line: ['線別', 'Line'],
  season: ['季節', 'Season'],
  salesperson: ['業務', 'Salesperson'],
  source: ['報名方式', 'Source'],
  enquiry: ['洽詢管道', 'Enquiry'],
} as const satisfies Record<By, Words>

export const basisWords = {
  departure: ['依出發日', 'By departure'],
  sold: ['依訂購日', 'By day of sale'],
} as const satisfies Record<Basis, Words>

/** What each column, line and day means, for the console and the API reference. */
export const meaningWords = {
  bookings: [
    '已確認與已完成的訂單數；保留、候補與已取消的不計。',
    'Bookings that are confirmed or completed. Held, waitlisted and cancelled ones do not count.',
  ],
  people: ['這些訂單中參加的旅客，含嬰兒。', 'The travelers on these bookings, infants among them.'],
  seats: [
    '各團的名額；草稿與已取消的團不計。只看部分訂單時不顯示。',
    'The seats of the trips, without drafts and cancelled trips. Not shown where only some bookings of a trip are looked at.',
  ],
  occupancy: [
    '已確認的旅客占名額的百分比；嬰兒不佔名額。',
    'The share of the seats that confirmed travelers take. Infants take none.',
  ],
  revenue: [
    '已確認與已完成訂單的總額，加上已取消訂單留下的手續費，減去賠償。以公司幣別計；其他幣別的訂單不計入。',
    'The totals of confirmed and completed bookings, with the fees that cancelled ones leave and less what is compensated. In the currency of the agency; bookings in other currencies are not counted.',
  ],
  cost: [
    '各團的成本：有實際金額用實際，否則用預估，各依其匯率折算；沒有匯率的不計。一團的成本由參加的旅客平均分攤；沒有人參加的團，成本不屬於任何訂單。',
    'The costs of the trips: the actual amount where it is known, else the estimate, each at its rate; without a rate it does not count. The travelers of a trip share its costs equally; the costs of a trip on which nobody travels belong to no booking.',
  ],
  margin: ['營收減成本。', 'Revenue less costs.'],
  provider_fees: [
    '金流服務從這些訂單的款項扣下的手續費，依已核對的撥款；是公司的費用，不在團的成本與毛利裡。',
    'What providers of payments have kept of the payments of these bookings, as their settlements say. It is a cost of the agency, and not part of the costs and the margin of the trips.',
  ],
  margin_percent: [
    '毛利占營收的百分比，虧損為負；沒有營收時不顯示。',
    'The margin as a share of the revenue, negative for a loss; none without a revenue.',
  ],
  days_before: [
    '從訂購日到出發日的天數，取已確認與已完成訂單的中位數；出發後才登錄的訂單不計。',
    'The days from the booking to the departure: the median of confirmed and completed bookings. What was entered after the departure does not count.',
  ],
  cancelled_people: [
    '確認之後取消的旅客，單獨或隨訂單取消。',
    'Travelers who were cancelled after the confirmation, alone or with their booking.',
  ],
  line: ['團的線別；開團時取自行程。', 'The line of the trip, taken from its package when it was planned.'],
  salesperson: ['訂單的負責業務。', 'Who is in charge of the booking.'],
  source: [
    '訂單由誰登錄：網站、同仁或匯入。',
    'Who entered the booking: the customer on the site, staff, or an import.',
  ],
  enquiry: [
    '訂單來自哪一種洽詢：電話、說明會、網站等；不是從洽詢來的不分。',
    'How the enquiry came from which the booking was made: by telephone, at a talk, on the site. Other bookings are one line.',
  ],
  departure: ['依團的出發日。', 'By the day on which the trip departs.'],
  sold: ['依訂單成立的日子；名額不顯示。', 'By the day on which the booking was made. Seats are not shown.'],
  last_year: ['一年前的同一段日子。', 'The same days a year before.'],
} as const satisfies Record<string, Words>

const meant = (name: keyof typeof meaningWords) => meaningWords[name].join(' ')
const count = () => Type.Integer({ examples: [12] })
const number = () => Type.Number({ examples: [39900] })
const amount = () => ({ ...number(), written: 'money' })
const percent = () => orNull({ ...Type.Number({ examples: [12.5] }), written: 'percent' })

/** The columns of numbers. Sums are 0 where there is nothing; the others are null. */
export const measures = {
  bookings: { schema: labelled(described(count(), meant('bookings')), ['訂單數', 'Bookings']), isSum: true },
  people: { schema: labelled(described(count(), meant('people')), ['人數', 'People']), isSum: true },
  seats: { schema: labelled(described(orNull(count()), meant('seats')), ['名額', 'Seats']), isSum: true },
  occupancy: { schema: labelled(described(percent(), meant('occupancy')), ['售出率', 'Occupancy']), isSum: false },
  revenue: { schema: labelled(described(amount(), meant('revenue')), ['營收', 'Revenue']), isSum: true },
  cost: { schema: labelled(described(amount(), meant('cost')), ['成本', 'Cost']), isSum: true },
  margin: { schema: labelled(described(amount(), meant('margin')), ['毛利', 'Margin']), isSum: true },
  margin_percent: {
    schema: labelled(described(percent(), meant('margin_percent')), ['毛利率', 'Margin in percent']),
    isSum: false,
  },
  provider_fees: {
    schema: labelled(described(amount(), meant('provider_fees')), ['金流手續費', 'Fees of providers']),
    isSum: true,
  },
  days_before: {
    schema: labelled(described(orNull(number()), meant('days_before')), ['提前天數', 'Days before']),
    isSum: false,
  },
  cancelled_people: {
    schema: labelled(described(count(), meant('cancelled_people')), ['取消人數', 'Cancelled']),
    isSum: true,
  },
}
export type Measure = keyof typeof measures
export const measureNames = Object.keys(measures) as Measure[]

const values = Object.fromEntries(measureNames.map((name) => [name, measures[name].schema])) as {
  [M in Measure]: (typeof measures)[M]['schema']
}
// A difference of seats, percentages and days is null where one of the years has none; all others are numbers.
const { occupancy, margin_percent, days_before, seats, ...sums } = values
const ofYearBefore = { ...values }
const difference = { ...sums, seats, occupancy, margin_percent, days_before }

const lastYear = labelled(orNull(Type.Object(ofYearBefore)), ['去年同期', 'Last year'])
const more = labelled(orNull(Type.Object(difference)), ['增減', 'Difference'])
const compared = {
  ...values,
  last_year: lastYear,
  difference: more,
}

export const ResultLine = Type.Object({
  key: anyText('2027-03'),
  code: labelled(orNull(anyText('2027-03')), ['代碼', 'Code']),
  name: anyText('2027年3月'),
  departure_date: orNull(day()),
  ...compared,
})
export const ResultsMeta = Type.Object({
  ...PageMeta.properties,
  ...shownFields({ currency: currency() }),
  sum: Type.Object(compared),
  other_currencies: Type.Array(
    Type.Object({ ...shownFields({ currency: currency() }), bookings: count(), revenue: number() }),
  ),
})

const { booking_number, contact_name, status } = Booking.properties
export const OpenedBooking = Type.Object({
  ...shownFields({ id: ref(), booking_number, contact_name, status }),
  trip: OfTrip,
  sold_on: labelled(day(), ['訂購日', 'Sold on']),
  people: values.people,
  revenue: values.revenue,
  cost: values.cost,
  margin: values.margin,
  provider_fees: values.provider_fees,
  days_before: values.days_before,
  cancelled_people: values.cancelled_people,
})

/** By what the lines are sorted: each number, that of the year before, and the difference. The last key is what the line is about. */
export const resultsSort: TProperties = {
  name: joined('place', orNull(anyText())),
  id: anyText(),
  ...Object.fromEntries(
    measureNames.flatMap((name) => {
      const { schema } = measures[name]
      return [
        [name, orNull(schema)],
        [`last_year.${name}`, joined(`last_${name}`, orNull(schema))],
        [`difference.${name}`, joined(`more_${name}`, orNull(schema))],
      ]
    }),
  ),
}
export const openedSort: TProperties = {
  id: ref(),
  booking_number,
  sold_on: day(),
  people: number(),
  revenue: number(),
  cost: number(),
  margin: number(),
  provider_fees: number(),
  days_before: orNull(number()),
  cancelled_people: number(),
}
