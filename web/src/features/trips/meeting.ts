import { nameOf, type Say } from '../../kit/words.ts'

export type Meeting = {
  place?: string | null
  place_en?: string | null
  contact?: string | null
  contact_en?: string | null
}

/** The meeting point and the contact person there, in the reader's language. */
export const meetingIn = (say: Say, meeting: Meeting | null) => {
  const inWords = (name: string | null | undefined, name_en: string | null | undefined) =>
    nameOf(say, { name: name ?? name_en ?? '', name_en: name_en ?? null })
  return {
    place: inWords(meeting?.place, meeting?.place_en),
    contact: inWords(meeting?.contact, meeting?.contact_en),
  }
}
