import type { PlainField, TourLeaderChange } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import {
  employmentTypeWords,
  genderWords,
  languageLevelWords,
  leaderGradeWords,
  leaderStatusWords,
} from 'guidon-sdk/words'
import { offeredIn } from '../../../kit/choices.ts'
import { type Say, useSay, type Words } from '../../../kit/words.ts'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Choice, Field, TextArea } from '../../../ui/forms/form.tsx'
import css from '../../../ui/forms/form-groups.module.css'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'
import { CountryChoice } from '../../reference/shared/country-choice.tsx'
import { RowsField } from '../../reference/shared/plain-record/rows-field.tsx'
import type { Leader } from './leader.ts'

type Props = { leader: Leader | undefined }

const textWords = {
  name_en: ['英文姓名（同護照）', 'Name in English, as in the passport'],
  mobile: label.mobile,
  mobile_overseas: label.mobile_overseas,
  email: label.email,
  line_id: ['LINE', 'LINE'],
} satisfies Partial<Record<keyof TourLeaderChange, Words>>
export const texts: Record<keyof typeof textWords, Words> = textWords

const countryWords = {
  nationality: label.nationality,
  passport_country: label.passport_country,
} satisfies Partial<Record<keyof TourLeaderChange, Words>>
export const countries: Record<keyof typeof countryWords, Words> = countryWords

// Masked in answers; an empty field keeps the stored value.
const sealedWords = {
  birth_date: label.birth_date,
  national_id: label.national_id,
  passport_number: label.passport_number,
  address: label.address,
} satisfies Partial<Record<keyof TourLeaderChange, Words>>
export const sealed: Record<keyof typeof sealedWords, Words> = sealedWords

export const near: Record<keyof NonNullable<Leader['emergency_contact']>, Words> = {
  name: label.emergency_contact,
  relation: label.relation,
  phone: label.emergency_phone,
}

export const keysOf = <K extends string>(words: Record<K, Words>) => {
  const keys: K[] = []
  for (const key in words) keys.push(key)
  return keys
}

/** Name and contact of the leader. */
export const PersonFields = ({ leader }: Props) => {
  const say = useSay()
  return (
    <div className={css.pair}>
      <Field id="name" label={say('姓名', 'Name')} defaultValue={leader?.name} maxLength={100} required />
      <Choice
        id="gender"
        label={say(...label.gender)}
        options={offeredIn(say, genderWords, leader?.gender ?? null)}
        defaultValue={leader?.gender ?? ''}
      />
      {keysOf(texts).map((id) => (
        <Field key={id} id={id} label={say(...texts[id])} defaultValue={leader?.[id] ?? ''} />
      ))}
      {keysOf(countries).map((id) => (
        <CountryChoice key={id} id={id} label={say(...countries[id])} first={leader?.[id]} />
      ))}
      {keysOf(sealed).map((id) => (
        <Sealed key={id} id={id} now={leader?.[id] ?? null} />
      ))}
      <DayField
        id="passport_expires_on"
        label={say(...label.passport_expires_on)}
        first={leader?.passport_expires_on ?? undefined}
      />
      {keysOf(near).map((key) => (
        <Field
          key={key}
          id={`emergency_contact.${key}`}
          label={say(...near[key])}
          defaultValue={leader?.emergency_contact?.[key] ?? ''}
        />
      ))}
    </div>
  )
}

const Sealed = ({ id, now }: { id: keyof typeof sealed; now: string | null }) => {
  const say = useSay()
  return (
    <Field
      id={id}
      label={say(...sealed[id])}
      {...(now && { hint: say(`現在是 ${now}；留空不改。`, `Currently ${now}. Leave empty to keep it.`) })}
      {...(id === 'birth_date' && { placeholder: '1980-05-21', typed: 'birth' })}
      // A form with a passport number keeps no draft.
      {...(id === 'passport_number' && { autoComplete: 'off' })}
    />
  )
}

const optionsOf = (words: Record<string, Words>) =>
  Object.entries(words).map(([code, [zh, en]]) => [code, zh, en] as const)
const languages: PlainField[] = [
  { name: 'code', words: ['代碼，例如 ja', 'Code, such as ja'], kind: 'line' },
  { name: 'level', words: ['程度', 'Level'], kind: 'choice', options: optionsOf(languageLevelWords) },
]
const licenses: PlainField[] = [
  { name: 'type', words: ['名稱（寫明外語或華語）', 'Name (foreign languages or Mandarin)'], kind: 'line' },
  { name: 'number', words: ['證號', 'Number'], kind: 'line', mayBeEmpty: true },
  {
    name: 'issued_on',
    words: ['發證日，例如 2024-05-21', 'Issued on, such as 2024-05-21'],
    kind: 'line',
    mayBeEmpty: true,
  },
  {
    name: 'expires_on',
    words: ['效期，例如 2030-05-20', 'Valid until, as 2030-05-20'],
    kind: 'line',
    mayBeEmpty: true,
  },
]

/** Licences, languages, grade and employment of the leader. */
export const WorkFields = ({ leader }: Props) => {
  const say = useSay()
  return (
    <>
      <RowsField id="licenses" label={say(...label.licenses)} fields={licenses} first={leader?.licenses ?? []} />
      <RowsField id="languages" label={say(...label.languages)} fields={languages} first={leader?.languages ?? []} />
      <div className={css.pair}>
        <Field
          id="leader_number"
          label={say(...label.leader_number)}
          defaultValue={leader?.leader_number}
          placeholder={say('留空自動編號', 'Leave empty to number automatically')}
        />
        <WordChoice id="grade" label={say(...label.grade)} words={leaderGradeWords} first={leader?.grade ?? 'junior'} />
        <WordChoice
          id="employment_type"
          label={say(...label.employment_type)}
          words={employmentTypeWords}
          first={leader?.employment_type ?? 'contract'}
        />
        <WordChoice
          id="status"
          label={say(...label.status)}
          words={leaderStatusWords}
          first={leader?.status ?? 'active'}
        />
        <DayField id="joined_on" label={say(...label.joined_on)} first={leader?.joined_on ?? undefined} />
        <DayField id="left_on" label={say(...label.left_on)} first={leader?.left_on ?? undefined} />
        <Field
          id="min_rest_days"
          label={say(...label.min_rest_days)}
          inputMode="numeric"
          defaultValue={leader?.min_rest_days ?? 1}
        />
        <Field
          id="daily_fee"
          label={feeLabel(say, leader)}
          inputMode="decimal"
          defaultValue={leader?.daily_fee ?? ''}
        />
      </div>
      <RecordField
        id="user_id"
        of="/api/users"
        only={{ role: 'leader' }}
        label={say(...label.user_id)}
        hint={say('領隊用這個帳號看自己的團。', 'The leader sees their trips with this account.')}
        first={leader?.user_id}
      />
      <TextArea id="notes" label={say(...label.notes)} defaultValue={leader?.notes ?? ''} />
    </>
  )
}

const feeLabel = (say: Say, leader: Leader | undefined) =>
  leader ? `${say(...label.daily_fee)} (${leader.currency})` : say(...label.daily_fee)
