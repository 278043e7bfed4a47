import type { BookingInputRoom, BookingInputTraveler } from 'guidon-sdk'
import { genderWords } from 'guidon-sdk/words/gender'
import { chosenIn } from '../../../../kit/choices.ts'
import type { Say } from '../../../../kit/words.ts'

/** A traveler as somebody enters it; empty text is left out when it is sent. */
export type Person = {
  name: string
  gender: string
  surname_en: string
  given_name_en: string
  birth_date: string
  /** Empty: by age. */
  bed: string
  /** The letter of the room, empty while nobody knows it. */
  room: string
}
type BedType = BookingInputRoom['bed_type']
/** The party in the form: its people, and the kind of bed in each room. */
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
/** The rooms in which somebody sleeps. */
export const roomsOf = ({ people }: Party) => [...new Set(people.map(({ room }) => room).filter(Boolean))].sort()
export const bedsIn = ({ people, beds }: Party, room: string): BedType =>
  beds[room] ?? (people.filter((each) => each.room === room).length === 1 ? 'single' : 'twin')

/** As the service takes it: a room names its travelers by their place in the list, from 1. */
export const sentParty = (party: Party) => ({
  travelers: party.people.map(sentPerson),
  rooms: roomsOf(party).map((room) => ({
    bed_type: bedsIn(party, room),
    travelers: party.people.flatMap((each, at) => (each.room === room ? [at + 1] : [])),
  })),
})

/** Who has a bed: said of the traveler, else every traveler but an infant. */
export const bedChoices = (say: Say) =>
  [
    ['', say('依年齡（嬰兒不佔床）', 'By age (infants have none)')],
    ['own', say('佔床', 'Own bed')],
    ['none', say('不佔床', 'No bed of its own')],
  ] as const
export const bedIn = (chosen: string) => (chosen === 'own' || chosen === 'none' ? { bed: chosen === 'own' } : {})

const sentPerson = ({ name, gender, surname_en, given_name_en, birth_date, bed }: Person): BookingInputTraveler => ({
  name: name.trim(),
  gender: chosenIn(genderWords, gender) ?? null,
  surname_en: surname_en.trim().toUpperCase() || null,
  given_name_en: given_name_en.trim().toUpperCase() || null,
  birth_date: birth_date.trim() || null,
  ...bedIn(bed),
})
