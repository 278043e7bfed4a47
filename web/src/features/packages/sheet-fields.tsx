import { deadlineOwnerWords } from 'guidon-sdk/words/deadline-owner'
import '../../ui/forms/form-groups.css'
import '../reference/shared/plain-record/sheet.css'
import type { PlainField } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { Field, TextArea } from '../../ui/forms/form.tsx'
import { RowsField } from '../reference/shared/plain-record/rows-field.tsx'
import type { OnePackage } from './queries.ts'

type Props = { one: OnePackage | undefined }

/** What customers read. */
export const TextFields = ({ one }: Props) => {
  const say = useSay()
  const lists = [
    ['highlights', say('特色', 'Highlights'), one?.highlights],
    ['inclusions', say('費用包含', 'Included'), one?.inclusions],
    ['inclusions_en', say('英文費用包含', 'Included, in English'), one?.inclusions_en],
    ['exclusions', say('費用不含', 'Not included'), one?.exclusions],
    ['exclusions_en', say('英文費用不含', 'Not included, in English'), one?.exclusions_en],
  ] as const
  const texts = [
    ['description', say('介紹', 'About'), one?.description],
    ['description_en', say('英文介紹', 'About, in English'), one?.description_en],
    ['important_notes', say('注意事項', 'Please note'), one?.important_notes],
    ['important_notes_en', say('英文注意事項', 'Please note, in English'), one?.important_notes_en],
    ['notes', say('內部備註', 'Notes of the office'), one?.notes],
  ] as const
  return (
    <>
      {lists.map(([id, label, lines]) => (
        <TextArea
          key={id}
          id={id}
          label={label}
          hint={say('一行一個', 'One in each line')}
          defaultValue={lines?.join('\n') ?? ''}
        />
      ))}
      {texts.map(([id, label, text]) => (
        <TextArea key={id} id={id} label={label} defaultValue={text ?? ''} />
      ))}
    </>
  )
}

const daysBefore: PlainField = { name: 'days_before', words: ['出發前幾天', 'Days before'], kind: 'whole' }
const cancelling: PlainField[] = [
  {
    ...daysBefore,
    words: ['從出發前幾天起（3650 為自簽約起）', 'From so many days before (3650: from the contract on)'],
  },
  { name: 'fee_percent', words: ['收取百分比', 'Percent charged'], kind: 'decimal' },
]
const deadline: PlainField[] = [
  { name: 'key', words: ['代號，例如 rooming_list', 'Key, such as rooming_list'], kind: 'line' },
  { name: 'name', words: ['名稱', 'Name'], kind: 'line', mayBeEmpty: true },
  { name: 'name_en', words: ['英文名稱', 'Name in English'], kind: 'line', mayBeEmpty: true },
  daysBefore,
  {
    name: 'owner',
    words: ['負責', 'Responsible'],
    kind: 'choice',
    options: Object.entries(deadlineOwnerWords).map(([owner, [zh, en]]) => [owner, zh, en]),
  },
]

/** How customers pay and cancel, and the deadlines that its trips begin with. */
export const TermFields = ({ one }: Props) => {
  const say = useSay()
  const pays = one?.payment_policy
  return (
    <>
      <div className="pairs">
        <Field
          id="payment_policy.deposit"
          label={say('訂金', 'Deposit')}
          inputMode="decimal"
          defaultValue={pays?.deposit ?? ''}
        />
        <Field
          id="payment_policy.balance_days_before"
          label={say('出發前幾天付尾款', 'Balance, days before')}
          type="number"
          defaultValue={pays?.balance_days_before ?? ''}
        />
      </div>
      <RowsField
        id="cancellation_policy"
        label={say('取消費用', 'Cancellation fees')}
        fields={cancelling}
        first={(one?.cancellation_policy ?? []).map(({ days_before, fee_percent }) => ({
          days_before: String(days_before),
          fee_percent: String(fee_percent),
        }))}
      />
      <RowsField
        id="deadline_template"
        label={say('出團期限', 'Deadlines of its trips')}
        fields={deadline}
        first={(one?.deadline_template ?? []).map(({ days_before, ...rule }) => ({
          ...rule,
          days_before: String(days_before),
        }))}
      />
    </>
  )
}
