import {
  revealTraveler,
  revealTravelerDocument,
  type TravelerDocumentVerifyInput,
  type TripRegistrationDocument,
  verifyTravelerDocument,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import Eye from '~icons/lucide/eye'
import { guidon } from '../../kit/api.ts'
import type { Day } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { useRefusalToast, useWrite } from '../../kit/write.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Field, Form } from '../../ui/forms/form.tsx'
import { changes, type Traveler } from './words.ts'

type Props = {
  document: TripRegistrationDocument
  traveler: Traveler
  /** A stored expiry date before this day must be that of an older passport. */
  goodUntil: Day
  close: () => void
}

/** The traveler's data beside the picture of the passport: the reviewer corrects them, and the traveler is updated. */
export const PassportForm = ({ document, traveler, goodUntil, close }: Props) => {
  const say = useSay()
  const { shown, reveal } = useMasked({ document, traveler })
  const { mutate, error, isPending } = useWrite({
    send: (body: TravelerDocumentVerifyInput, guidon) =>
      verifyTravelerDocument(guidon, document.id, body, { version: document.version }),
    says: ['護照已審核，旅客資料已核對', 'Passport verified and compared with the traveler'],
    changes,
    close,
  })
  const { passport_expires_on: until } = traveler
  const lastUntil = until !== null && until >= goodUntil ? until : undefined
  const masked = [traveler.birth_date, document.number ?? traveler.passport_number].filter(Boolean).join('・')
  return (
    <Form
      key={shown ? 'shown' : 'masked'}
      of={document}
      hasNoDraft
      send={say('核對無誤，審核通過', 'It matches, verify it')}
      error={error}
      isPending={isPending}
      submit={(given) => {
        const { surname_en, given_name_en, birth_date, number, expires_on } = Object.fromEntries(
          read.map((name) => [name, given(name) || undefined]),
        )
        mutate({
          ...(surname_en && { surname_en }),
          ...(given_name_en && { given_name_en }),
          ...(birth_date && { birth_date }),
          ...(number && { number }),
          ...(expires_on && { expires_on }),
          ...(given('replace') && { replace: true }),
        })
      }}
    >
      <h3>{say('與護照核對', 'Compare with the passport')}</h3>
      <p>
        <b>{traveler.name}</b> {!shown && <span className="soft">{masked}</span>}
      </p>
      {masked && !shown && (
        <button type="button" className="button" onClick={reveal}>
          <Eye width={15} height={15} />
          {say('顯示生日與號碼（會記錄）', 'Show birth date and number (it is logged)')}
        </button>
      )}
      <p className="small soft">
        {say(
          '照護照修改或補上；通過後旅客缺的資料會補齊，與旅客資料不同的會先問。留空的不核對。',
          'Correct or complete the fields from the passport. Missing data of the traveler is filled in; you are asked before anything else is changed. Empty fields are not compared.',
        )}
      </p>
      <Field
        id="passport_surname"
        name="surname_en"
        label={say(...label.surname_en)}
        defaultValue={traveler.surname_en ?? ''}
        autoComplete="off"
      />
      <Field
        id="passport_given_name"
        name="given_name_en"
        label={say(...label.given_name_en)}
        defaultValue={traveler.given_name_en ?? ''}
        autoComplete="off"
      />
      <DayField id="birth_date" label={say(...label.birth_date)} first={shown?.birth_date ?? undefined} />
      <Field
        id="passport_number"
        name="number"
        label={say(...label.passport_number)}
        defaultValue={shown?.number ?? ''}
        autoComplete="off"
      />
      <DayField id="expires_on" label={say(...label.passport_expires_on)} first={document.expires_on ?? lastUntil} />
      {error && <Replace />}
    </Form>
  )
}

const read = ['surname_en', 'given_name_en', 'birth_date', 'number', 'expires_on'] as const

/** Shown after a refusal because the traveler has other data. */
const Replace = () => {
  const say = useSay()
  return (
    <label className="choice">
      <input type="checkbox" name="replace" value="true" />
      {say('以護照為準，更新旅客資料', 'Update the traveler from the passport')}
    </label>
  )
}

/** The birth date and the number, unmasked for the reviewer of the passport; this reason is logged. */
const useMasked = ({ document, traveler }: Pick<Props, 'document' | 'traveler'>) => {
  const [shown, show] = useState<{ birth_date: string | null; number: string | null }>()
  const tell = useRefusalToast()
  const reason = '核對護照 · Passport check'
  const reveal = async () => {
    try {
      const person = await revealTraveler(guidon, traveler.id, { fields: ['birth_date', 'passport_number'], reason })
      const paper = document.number
        ? await revealTravelerDocument(guidon, document.id, { fields: ['number'], reason })
        : undefined
      show({ birth_date: person.birth_date ?? null, number: paper?.number ?? person.passport_number ?? null })
    } catch (error) {
      tell(error as Error)
    }
  }
  return { shown, reveal }
}
