import type { PlannedTrip } from 'guidon-sdk'
import type { Say, Words } from '../kit/words.ts'

export type TripStatus = PlannedTrip['status']

/** In the color of who has to act: sales sell, departments prepare, leaders lead; what is over has none. */
const hues: Record<TripStatus, string> = {
  draft: 'turn-over',
  open: 'turn-sales',
  guaranteed: 'turn-done',
  closed: 'turn-department',
  departed: 'turn-leader',
  returned: 'turn-department',
  settled: 'turn-over',
  cancelled: 'turn-over',
}
export const hueOfTrip = ({ status }: { status: TripStatus }) => hues[status]

/** The usual deadlines. */
export const knownDeadlines: Record<string, Words> = {
  deposit: ['收訂金', 'Deposits'],
  balance: ['收尾款', 'Balances'],
  guarantee: ['確定成團', 'Decide on departure'],
  name_list: ['送名單', 'Name list'],
  rooming_list: ['送分房表', 'Rooming list'],
  hotel_confirmation: ['飯店確認', 'Hotels confirmed'],
  ticketing: ['開票', 'Ticketing'],
  visa: ['簽證', 'Visas'],
  briefing: ['說明會', 'Briefing'],
}
/** The keys are open: a package may name its own. */
export const deadlineWords = (say: Say, key: string) => say(...(knownDeadlines[key.replace(/_\d+$/, '')] ?? [key, key]))

/** The name of a trip in the reader's language: its own, else that of its package. */
export const nameOfTrip = (
  say: Say,
  { name, name_en, package: from }: Pick<PlannedTrip, 'name' | 'name_en' | 'package'>,
) => say(name, name_en ?? from?.name_en ?? name)
