import { useSay } from '../../kit/words.ts'
import { Field, type Given } from '../../ui/forms/form.tsx'
import type { Meeting } from './meeting.ts'

/** The meeting point and the contact person there, in both languages. */
export const AssemblyFields = ({ first }: { first?: Meeting | null }) => {
  const say = useSay()
  const fields = [
    ['place', say('集合地點', 'Meeting place')],
    ['place_en', say('集合地點（英文）', 'Meeting place in English')],
    ['contact', say('送機聯絡人', 'Contact at the airport')],
    ['contact_en', say('送機聯絡人（英文）', 'Contact at the airport, in English')],
  ] as const
  return fields.map(([name, label]) => (
    <Field key={name} id={`assembly.${name}`} label={label} defaultValue={first?.[name] ?? ''} maxLength={200} />
  ))
}

/** The values of the fields; undefined if all are empty. */
export const meetingPointIn = (given: Given) => {
  const point = {
    place: given('assembly.place') || null,
    place_en: given('assembly.place_en') || null,
    contact: given('assembly.contact') || null,
    contact_en: given('assembly.contact_en') || null,
  }
  return Object.values(point).some(Boolean) ? point : null
}
