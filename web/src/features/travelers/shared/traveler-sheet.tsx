import {
  createTraveler,
  type TripRegistrationTraveler as Traveler,
  type TravelerChange,
  updateTraveler,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { bedTypeWords, genderWords, ticketHandlingWords } from 'guidon-sdk/words'
import { chosenIn, offeredIn } from '../../../kit/choices.ts'
import { useSay, type Words } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { AskApproval } from '../../../ui/forms/ask-approval.tsx'
import { Choice, Field, Form, type Given, TextArea } from '../../../ui/forms/form.tsx'
import css from '../../../ui/forms/form-groups.module.css'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { bedChoices, bedIn } from '../../bookings/shared/new/party.ts'
import { CountryChoice } from '../../reference/shared/country-choice.tsx'

type Props = { booking: number; traveler?: Traveler; close: () => void }

/** Adds a traveler to a booking, or changes one. */
export default function TravelerSheet({ booking, traveler, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending, variables } = useWrite({
    send: (body: TravelerChange & { name: string }, guidon) =>
      traveler
        ? updateTraveler(guidon, traveler.id, body, { version: traveler.version })
        : createTraveler(guidon, { ...body, booking_id: booking }),
    says: traveler ? ['已儲存', 'Saved'] : ['已加入旅客', 'The traveler is added'],
    changes,
    close,
  })
  return (
    <Sheet title={traveler ? say('修改旅客', 'Change the traveler') : say('新增旅客', 'Add a traveler')} close={close}>
      <Form
        of={traveler}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        ask={traveler && <Ask traveler={traveler} error={error} given={variables} close={close} />}
        submit={(given) => mutate({ name: given('name'), ...changeIn(given, traveler) })}
      >
        <div className={css.pair}>
          <Field id="name" label={say('姓名', 'Name')} defaultValue={traveler?.name} maxLength={100} required />
          <Choice
            id="gender"
            label={say(...label.gender)}
            options={offeredIn(say, genderWords, traveler?.gender ?? null)}
            defaultValue={traveler?.gender ?? ''}
          />
          {textNames.map((name) => (
            <Text key={name} name={name} traveler={traveler} />
          ))}
          <Choice
            id="bed_type"
            label={say(...label.bed_type)}
            options={offeredIn(say, bedTypeWords, traveler?.bed_type ?? null)}
            defaultValue={traveler?.bed_type ?? ''}
          />
          <Choice
            id="ticket_handling"
            label={say(...label.ticket_handling)}
            hint={say('個人票以不含機票的價格計費。', 'Individual tickets are charged the land-only price.')}
            options={offeredIn(say, ticketHandlingWords, traveler?.ticket_handling ?? null)}
            defaultValue={traveler?.ticket_handling ?? ''}
          />
          <Choice
            id="bed"
            label={say(...label.bed)}
            options={traveler ? bedChoices(say).slice(1) : bedChoices(say)}
            defaultValue={traveler ? bedNow(traveler) : ''}
          />
        </div>
        <TextArea
          id="notes"
          label={say(...label.notes)}
          hint={say('只有同仁看得到。', 'Only visible to staff.')}
          defaultValue={traveler?.notes ?? ''}
        />
      </Form>
    </Sheet>
  )
}

const changes = ['travelers', 'bookings', 'trips']
const priced: readonly string[] = ['birth_date', 'bed', 'bed_type', 'roommate_group', 'ticket_handling']

type AskProps = { traveler: Traveler; error: Error | null; given: TravelerChange | undefined; close: () => void }

/** Asks for what lowers the price, and saves everything else. */
const Ask = ({ traveler, error, given = {}, close }: AskProps) => {
  const isPriced = ([name]: [string, unknown]) => priced.includes(name)
  const entries = Object.entries(given).filter(([name, value]) => name !== 'name' || value !== traveler.name)
  const others = Object.fromEntries(entries.filter((each) => !isPriced(each)))
  const { id, version } = traveler
  return (
    <AskApproval
      error={error}
      params={{ traveler_id: id, ...Object.fromEntries(entries.filter(isPriced)) }}
      {...(Object.keys(others).length > 0 && { rest: (guidon) => updateTraveler(guidon, id, others, { version }) })}
      changes={changes}
      close={close}
    />
  )
}

const texts = {
  surname_en: label.surname_en,
  given_name_en: label.given_name_en,
  birth_date: label.birth_date,
  national_id: label.national_id,
  passport_number: label.passport_number,
  nationality: label.nationality,
  passport_country: label.passport_country,
  passport_expires_on: label.passport_expires_on,
  mobile: label.mobile,
  email: label.email,
  emergency_name: label.emergency_name,
  emergency_phone: label.emergency_phone,
  emergency_relation: label.relation,
  roommate_group: label.roommate_group,
} as const satisfies Partial<Record<keyof TravelerChange, Words>>
type TextName = keyof typeof texts
const textNames: TextName[] = [
  'surname_en',
  'given_name_en',
  'birth_date',
  'national_id',
  'passport_number',
  'nationality',
  'passport_country',
  'passport_expires_on',
  'mobile',
  'email',
  'emergency_name',
  'emergency_phone',
  'emergency_relation',
  'roommate_group',
]

// Masked in answers; an empty field keeps the stored value.
const sealed: readonly TextName[] = ['birth_date', 'national_id', 'passport_number']
const inCapitals: readonly TextName[] = ['surname_en', 'given_name_en']
const countries: readonly TextName[] = ['nationality', 'passport_country']
const examples: Partial<Record<TextName, string>> = { birth_date: '1980-05-21', passport_expires_on: '2031-05-21' }

const Text = ({ name, traveler }: { name: TextName; traveler: Traveler | undefined }) => {
  const say = useSay()
  const words: Words = texts[name]
  const isSealed = sealed.includes(name)
  const now = traveler?.[name]
  if (countries.includes(name)) return <CountryChoice id={name} label={say(...words)} first={now} />
  return (
    <Field
      id={name}
      label={say(...words)}
      {...(isSealed && now && { hint: say(`現在是 ${now}；留空不改。`, `Currently ${now}. Leave empty to keep it.`) })}
      defaultValue={isSealed ? '' : (now ?? '')}
      placeholder={examples[name]}
      {...(name === 'birth_date' && { typed: 'birth' })}
      {...(name === 'passport_expires_on' && { typed: 'day' })}
      {...(name === 'passport_number' && { autoComplete: 'off' })}
    />
  )
}

const bedNow = ({ bed }: Traveler) => (bed ? 'own' : 'none')

/** Only changed fields, so that a colleague's change is not overwritten. */
const changeIn = (given: Given, traveler: Traveler | undefined): TravelerChange => {
  const changed = textNames.flatMap((name) => {
    const now = sealed.includes(name) ? '' : (traveler?.[name] ?? '')
    const typed = inCapitals.includes(name) ? given(name).toUpperCase() : given(name)
    return typed === now ? [] : [[name, typed || null] as const]
  })
  const gender = chosenIn(genderWords, given('gender'))
  const bed_type = chosenIn(bedTypeWords, given('bed_type'))
  const ticket_handling = chosenIn(ticketHandlingWords, given('ticket_handling'))
  const bed = given('bed')
  return {
    ...Object.fromEntries(changed),
    ...(gender && { gender }),
    ...(bed_type && { bed_type }),
    ...(ticket_handling && { ticket_handling }),
    ...(bed !== (traveler ? bedNow(traveler) : '') && bedIn(bed)),
    ...(given('notes') !== (traveler?.notes ?? '') && { notes: given('notes') || null }),
  }
}
