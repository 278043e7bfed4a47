import { nameOf, type Say, useSay } from '../kit/words.ts'
import { Field, type Given } from './form.tsx'

type Meeting = { place?: string | null; place_en?: string | null; contact?: string | null; contact_en?: string | null }

/** Where a group meets and whom it meets there, in both languages. */
export const AssemblyFields = ({ first }: { first?: Meeting | null }) => {
  const say = useSay()
  const fields = [
    ['place', say('集合地點', 'Meeting place')],
    ['place_en', say('集合地點（英文）', 'Meeting place in English')],
    ['contact', say('送機聯絡人', 'Contact there')],
    ['contact_en', say('送機聯絡人（英文）', 'Contact there, in English')],
  ] as const
  return fields.map(([name, label]) => (
    <Field key={name} id={`assembly.${name}`} label={label} defaultValue={first?.[name] ?? ''} maxLength={200} />
  ))
}

/** What the fields say; nothing, if all are empty. */
export const placeIn = (given: Given) => {
  const place = {
    place: given('assembly.place') || null,
    place_en: given('assembly.place_en') || null,
    contact: given('assembly.contact') || null,
    contact_en: given('assembly.contact_en') || null,
  }
  return Object.values(place).some(Boolean) ? place : null
}

/** Place and contact in the reader's language. */
export const meetingIn = (say: Say, meeting: Meeting | null) => {
  const inWords = (name: string | null | undefined, name_en: string | null | undefined) =>
    nameOf(say, { name: name ?? name_en ?? '', name_en: name_en ?? null })
  return {
    place: inWords(meeting?.place, meeting?.place_en),
    contact: inWords(meeting?.contact, meeting?.contact_en),
  }
}
