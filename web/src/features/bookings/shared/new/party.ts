import type { BookingInputRoom, BookingInputTraveler } from 'guidon-sdk'
import { genderWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../../kit/choices.ts'
import { plainOf } from '../../../../kit/typed.ts'
import type { Say } from '../../../../kit/words.ts'

/** A traveler as entered; empty texts are not sent. */
export type Person = {
  name: string
  gender: string
  surname_en: string
  given_name_en: string
  birth_date: string
  /** Empty means: by age. */
  bed: string
  /** The letter of the room; empty if not decided yet. */
  room: string
}
type BedType = BookingInputRoom['bed_type']
/** The party in the form: its travelers, and the bed type of each room. */
export type Party = { people: Person[]; beds: Record<string, BedType> }

export const bedTypes: readonly BedType[] = ['twin', 'double', 'single', 'none']

export const MOST_PEOPLE = 20
export const newPerson: Person = {
  name: '',
  gender: '',
  surname_en: '',
  given_name_en: '',
  birth_date: '',
  bed: '',
  room: '',
}
export const newParty: Party = { people: [newPerson], beds: {} }

export const roomLetter = (nth: number) => String.fromCharCode(65 + nth)
/** The rooms that somebody was assigned to. */
export const roomsOf = ({ people }: Party) => [...new Set(people.map(({ room }) => room).filter(Boolean))].sort()
export const bedsIn = ({ people, beds }: Party, room: string): BedType =>
  beds[room] ?? (people.filter((each) => each.room === room).length === 1 ? 'single' : 'twin')

/** The party as a body of the API: a room names its travelers by their position in the list, from 1. */
export const sentParty = (party: Party) => ({
  travelers: party.people.map(sentPerson),
  rooms: roomsOf(party).map((room) => ({
    bed_type: bedsIn(party, room),
    travelers: party.people.flatMap((each, at) => (each.room === room ? [at + 1] : [])),
  })),
})

/** The choices for a bed. The default is by age: everybody but an infant has one. */
export const bedChoices = (say: Say) =>
  [
    ['', say('依年齡（嬰兒不佔床）', 'By age (infants have none)')],
    ['own', say('佔床', 'Own bed')],
    ['none', say('不佔床', 'No bed')],
  ] as const
export const bedIn = (chosen: string) => (chosen === 'own' || chosen === 'none' ? { bed: chosen === 'own' } : {})

const sentPerson = ({ name, gender, surname_en, given_name_en, birth_date, bed }: Person): BookingInputTraveler => ({
  name: name.trim(),
  gender: chosenIn(genderWords, gender) ?? null,
  surname_en: surname_en.trim().toUpperCase() || null,
  given_name_en: given_name_en.trim().toUpperCase() || null,
  birth_date: plainOf('birth', birth_date, '') || null,
  ...bedIn(bed),
})
