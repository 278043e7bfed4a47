import { useQuery } from '@tanstack/react-query'
import { listDeadlineTemplates, type PlainField } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { deadlineOwnerWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { Loading } from '../../ui/empty.tsx'
import { Field, TextArea } from '../../ui/forms/form.tsx'
import { Pairs } from '../../ui/forms/form-groups.tsx'
import { RowsField } from '../reference/shared/plain-record/rows-field.tsx'
import { deadlineIn } from '../trips/shared/deadline-name.ts'
import type { OnePackage } from './queries.ts'

type Props = { one: OnePackage | undefined }

/** The fields that customers read. */
export const TextFields = ({ one }: Props) => {
  const say = useSay()
  const lists = [
    ['highlights', say('特色', 'Highlights'), one?.highlights],
    ['inclusions', say(...label.inclusions), one?.inclusions],
    ['inclusions_en', say(...label.inclusions_en), one?.inclusions_en],
    ['exclusions', say(...label.exclusions), one?.exclusions],
    ['exclusions_en', say(...label.exclusions_en), one?.exclusions_en],
  ] as const
  const texts = [
    ['description', say('介紹', 'About'), one?.description],
    ['description_en', say('英文介紹', 'About, in English'), one?.description_en],
    ['important_notes', say(...label.important_notes), one?.important_notes],
    ['important_notes_en', say(...label.important_notes_en), one?.important_notes_en],
    ['notes', say('內部備註', 'Internal notes'), one?.notes],
  ] as const
  return (
    <>
      {lists.map(([id, label, lines]) => (
        <TextArea
          key={id}
          id={id}
          label={label}
          hint={say('一行一個', 'One per line')}
          defaultValue={lines?.join('\n') ?? ''}
        />
      ))}
      {texts.map(([id, label, text]) => (
        <TextArea key={id} id={id} label={label} defaultValue={text ?? ''} />
      ))}
    </>
  )
}

const daysBefore: PlainField = { name: 'days_before', words: label.days_before, kind: 'whole' }
const cancelling: PlainField[] = [
  {
    ...daysBefore,
    words: ['從出發前幾天起（3650 為自簽約起）', 'From how many days before departure (3650: from the contract on)'],
  },
  { name: 'fee_percent', words: label.fee_percent, kind: 'decimal' },
]
const deadline: PlainField[] = [
  { name: 'name', words: label.name, kind: 'line' },
  { name: 'name_en', words: label.name_en, kind: 'line', mayBeEmpty: true },
  daysBefore,
  {
    name: 'owner',
    words: label.owner,
    kind: 'choice',
    options: Object.entries(deadlineOwnerWords).map(([owner, [zh, en]]) => [owner, zh, en]),
  },
]

/** The deadlines of the package; a new one begins with the deadline templates. */
const useDeadlines = (one: OnePackage | undefined) => {
  const say = useSay()
  const { data: house } = useQuery({
    queryKey: ['deadline-templates', 'active'],
    queryFn: () => listDeadlineTemplates(guidon, { is_active: true, per_page: 30 }),
    enabled: !one,
  })
  if (!one)
    return house?.data.map(({ id, kind, name, name_en, days_before, owner }) => ({
      ...{ key: kind ?? `own_${id}`, name, name_en, owner },
      days_before: String(days_before),
    }))
  return one.deadline_template.map(({ key, name, days_before, ...rule }) => ({
    ...rule,
    key,
    name: name ?? deadlineIn(say, key),
    days_before: String(days_before),
  }))
}

/** The terms of payment and cancellation, and the default deadlines of its trips. */
export const TermFields = ({ one }: Props) => {
  const say = useSay()
  const pays = one?.payment_policy
  const deadlines = useDeadlines(one)
  return (
    <>
      <Pairs>
        <Field
          id="payment_policy.deposit"
          label={say(...label.deposit)}
          inputMode="decimal"
          defaultValue={pays?.deposit ?? ''}
        />
        <Field
          id="payment_policy.balance_days_before"
          label={say(...label.balance_days_before)}
          inputMode="numeric"
          defaultValue={pays?.balance_days_before ?? ''}
        />
      </Pairs>
      <RowsField
        id="cancellation_policy"
        label={say(...label.cancellation_policy)}
        fields={cancelling}
        first={(one?.cancellation_policy ?? []).map(({ days_before, fee_percent }) => ({
          days_before: String(days_before),
          fee_percent: String(fee_percent),
        }))}
      />
      {deadlines ? (
        <RowsField id="deadline_template" label={say(...label.deadline_template)} fields={deadline} first={deadlines} />
      ) : (
        <Loading />
      )}
    </>
  )
}
