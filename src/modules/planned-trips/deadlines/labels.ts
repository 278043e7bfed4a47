import type { Words } from '../../../kit/words/words.ts'

const ticketing: Words = ['開票', 'Ticketing']

/** The usual deadlines. A key that is not here is called by the name that the house gave it. */
// biome-ignore format: a table is read in rows.
export const deadlineWords: Readonly<Record<string, Words>> = {
  balance:            ['尾款', 'Balance'],
  briefing:           ['說明會', 'Briefing'],
  deposit:            ['訂金', 'Deposit'],
  guarantee:          ['成團決定', 'Decision to depart'],
  hotel_confirmation: ['住宿確認', 'Hotels confirmed'],
  insurance:          ['保險', 'Insurance'],
  name_list:          ['名單', 'Name list'],
  passports:          ['護照', 'Passports'],
  rooming_list:       ['分房表', 'Rooming list'],
  ticketing,
  visa:               ['簽證', 'Visas'],
}
/** The deadline of a flight has its number in its key: `ticketing_br198`. */
export const ofFlight = { prefix: 'ticketing_', words: ticketing }
