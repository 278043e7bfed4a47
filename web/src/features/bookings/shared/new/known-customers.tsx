import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { withoutExtension } from 'guidon-design/formats'
import { getPerson, getTraveler, listPersons, type Person } from 'guidon-sdk'
import { guidon } from '../../../../kit/api.ts'
import { enter } from '../../../../kit/form-draft.ts'
import { plural, useSay } from '../../../../kit/words.ts'
import { useFormValue } from './form-value.ts'
import { newParty, newPerson, type Party } from './party.ts'
import css from './sheet.module.css'

/** With fewer digits, too many people match. */
const DIGITS = 6

/** Persons with the telephone number that is being typed; choosing one fills in the rest of the contact and the first traveler. */
export const KnownCustomers = () => {
  const say = useSay()
  const { value: phone = '', mark, form } = useFormValue((given) => String(given.get('contact.phone') ?? ''))
  const digits = digitsOf(phone)
  const { data } = useQuery({
    queryKey: ['persons', 'by phone', digits],
    queryFn: () => listPersons(guidon, { q: digits, per_page: 3 }),
    enabled: digits.length >= DIGITS,
    placeholderData: keepPreviousData,
  })
  const known = digits.length < DIGITS ? [] : (data?.data.filter((each) => isNumberOf(each, digits)) ?? [])
  const take = async (person: Person) => {
    const { name, email, phone } = person
    const known = { 'contact.name': name, 'contact.phone': phone ?? '', 'contact.email': email ?? '' }
    for (const [field, value] of Object.entries(known)) {
      const input = form()?.elements.namedItem(field)
      if (input instanceof HTMLInputElement) enter(input, value)
    }
    enterFirst(form(), await asTraveler(person))
  }
  return (
    <div className={css.known} role="status" ref={mark}>
      {known.map((person) => (
        <p key={person.id} className="small">
          {say('熟客：', 'Known: ')}
          <b>{person.name}</b>
          <span className="soft">
            {[person.email, say(`${person.records.bookings} 筆訂單`, plural(person.records.bookings, 'booking'))]
              .filter(Boolean)
              .join('・')}
          </span>
          <button type="button" className="button" onClick={() => take(person)}>
            {say('帶入', 'Fill in')}
            <span className="unseen"> {person.name}</span>
          </button>
        </p>
      ))}
    </div>
  )
}

type Known = Pick<Party['people'][number], 'name' | 'gender' | 'surname_en' | 'given_name_en'>

/** The person as it travelled last. The birth date is sealed, so it is asked again. */
const asTraveler = async ({ id, name }: Person): Promise<Known> => {
  const nobody = { name, gender: '', surname_en: '', given_name_en: '' }
  try {
    const [last] = (await getPerson(guidon, id)).travelers
    if (!last) return nobody
    const { gender, surname_en, given_name_en } = await getTraveler(guidon, last.id)
    return { name, gender: gender ?? '', surname_en: surname_en ?? '', given_name_en: given_name_en ?? '' }
  } catch {
    return nobody
  }
}

/** Fills in the first traveler, if nobody was entered there yet. */
const enterFirst = (form: HTMLFormElement | null, known: Known) => {
  const input = form?.elements.namedItem('travelers')
  if (!(input instanceof HTMLInputElement)) return
  const party: Party = input.value ? JSON.parse(input.value) : newParty
  const [first = newPerson, ...others] = party.people
  if (first.name === '') enter(input, JSON.stringify({ ...party, people: [{ ...first, ...known }, ...others] }))
}

/** Compares with or without the country prefix. */
const isNumberOf = ({ phone }: Person, digits: string) => digitsOf(phone ?? '').endsWith(digits.replace(/^(886|0)/, ''))

const digitsOf = (phone: string) => withoutExtension(phone.normalize('NFKC')).replace(/\D/g, '')
