import { Type } from 'typebox'
import { labelled, money } from '../../kit/fields.ts'
import { type FrozenPrice, fareKinds, sum } from './booking.ts'
import { depositOf, type Fare, faresOf, type Guest, totalOf } from './fares.ts'

/** Who would travel, by age: `2.1.0` is two adults, a child with a bed and no infant. */
export type Party = { adults: number; children: number; infants: number }

export const partyParameter = labelled(
  Type.String({
    pattern: '^[1-9]\\.[0-9]\\.[0-9]$',
    description: '大人.小孩.嬰兒。Adults, children with a bed, and infants: the answer has their price.',
    examples: ['2.1.0'],
  }),
  ['人數', 'Party'],
)

/** The party in a text; undefined if it names none that could register. */
export function partyIn(text: string | undefined): Party | undefined {
  const [, adults, children, infants] = /^([1-9])\.([0-9])\.([0-9])$/.exec(text ?? '') ?? []
  if (adults === undefined) return undefined
  return { adults: Number(adults), children: Number(children), infants: Number(infants) }
}

export function partyText({ adults, children, infants }: Party) {
  return `${adults}.${children}.${infants}`
}

export type Quote = { lines: Fare[]; total: number; deposit: number }

/** What a party would be charged at a price, by the rule of a registration. */
export function quoteOf(price: FrozenPrice, { adults, children, infants }: Party): Quote {
  const guests = [...guestsOf('adult', adults), ...guestsOf('child', children), ...guestsOf('infant', infants)]
  const lines = faresOf(price, guests)
  return { lines, total: totalOf(lines), deposit: depositOf(price, guests) }
}

const guestsOf = (passenger_type: 'adult' | 'child' | 'infant', count: number): Guest[] =>
  Array.from({ length: count }, () => ({
    passenger_type,
    bed: passenger_type !== 'infant',
    bed_type: null,
    roommate_group: null,
    ticket_handling: null,
  }))

export const ShownQuote = Type.Object({
  lines: Type.Array(
    Type.Object({
      kind: Type.Enum([...fareKinds]),
      quantity: Type.Integer({ examples: [2] }),
      unit_price: sum(),
      amount: sum(),
    }),
  ),
  total: money(),
  deposit: money(),
})
