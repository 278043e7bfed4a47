import { type HouseRecord, type HouseRecordChange, updateHouseRecord } from 'guidon-sdk'
import { bookMatchedWords, houseKindWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Choice, Field, Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import css from './page.module.css'
import { groups, shownAt, wordsOf } from './words.ts'

/** The record as a form. An insurance or a bank account without any value is sent as null. */
export const RecordForm = ({ house }: { house: HouseRecord }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: HouseRecordChange, guidon) => updateHouseRecord(guidon, change, { version: house.version }),
    says: ['已儲存', 'Saved'],
    changes: ['house'],
  })
  return (
    <Card title={say('資料', 'Record')} className={css.houseForm}>
      <div className="within">
        <Form
          send={say('儲存', 'Save')}
          error={error}
          isPending={isPending}
          submit={(given) => mutate(changeOf(given))}
        >
          {groups.map(({ words, fields }) => (
            <fieldset key={words[1]}>
              <legend>{say(...words)}</legend>
              {fields.map((field) => (
                <HouseField key={field} house={house} field={field} />
              ))}
            </fieldset>
          ))}
        </Form>
      </div>
    </Card>
  )
}

const HouseField = ({ house, field }: { house: HouseRecord; field: string }) => {
  const say = useSay()
  const label = wordsOf(say, field)
  const defaultValue = shownAt(house, field)
  if (field === 'kind')
    return (
      <Choice
        id="kind"
        label={label}
        defaultValue={defaultValue}
        options={[['', '—'], ...Object.entries(houseKindWords).map(([kind, words]) => [kind, say(...words)] as const)]}
      />
    )
  if (field === 'book_matched')
    return (
      <Choice
        id={field}
        label={label}
        defaultValue={defaultValue}
        options={Object.entries(bookMatchedWords).map(([how, words]) => [how, say(...words)] as const)}
      />
    )
  if (field === 'refunds_by_two')
    return (
      <Choice
        id={field}
        label={label}
        hint={say(
          '只有一個會計、主管或管理員帳號時，才能改為不需要。',
          'It can be switched off only while one account belongs to finance, a manager or an administrator.',
        )}
        defaultValue={house.refunds_by_two ? 'yes' : 'no'}
        options={[
          ['yes', say('需要', 'Yes')],
          ['no', say('不需要', 'No')],
        ]}
      />
    )
  if (field === 'duty_user_id')
    return (
      <RecordField
        id={field}
        label={label}
        hint={say('有事故時，與該團 OP 一起收到通知。', 'Is told of incidents beside the OP of the trip.')}
        of="/api/users"
        only={{ role: 'department' }}
        first={house.duty_user_id}
      />
    )
  if (field === 'sales_issue_receipts')
    return (
      <Choice
        id={field}
        label={label}
        defaultValue={house.sales_issue_receipts ? 'yes' : 'no'}
        options={[
          ['yes', say('可以', 'Yes')],
          ['no', say('只由會計與管理員開立', 'Only finance and administrators')],
        ]}
      />
    )
  if (field.startsWith('terms'))
    return (
      <div className={css.wide}>
        <TextArea id={field} label={label} defaultValue={defaultValue} rows={8} />
      </div>
    )
  return (
    <Field
      id={field}
      label={label}
      defaultValue={defaultValue}
      {...(/sum$|percent$/.test(field) && { inputMode: 'decimal' })}
      {...(/_on$/.test(field) && { typed: 'day' })}
    />
  )
}

/** Fields that are no text. */
const written = [
  ...['kind', 'discount_limit_percent', 'book_matched', 'refunds_by_two', 'refund_seen_days'],
  ...['sales_issue_receipts', 'receipts_kept_years', 'receipts_voidable_until_day', 'incident_hours', 'duty_user_id'],
]

const changeOf = (given: Given): HouseRecordChange => {
  const text = (field: string) => given(field) || null
  const insurance = (name: string) =>
    ['insurer', 'insurer_en', 'policy_number', 'sum', 'starts_on', 'ends_on'].some((field) => given(`${name}.${field}`))
      ? {
          insurer: given(`${name}.insurer`),
          insurer_en: text(`${name}.insurer_en`),
          policy_number: given(`${name}.policy_number`),
          sum: given(`${name}.sum`),
          starts_on: given(`${name}.starts_on`),
          ends_on: given(`${name}.ends_on`),
        }
      : null
  const kind =
    (Object.keys(houseKindWords) as (keyof typeof houseKindWords)[]).find((each) => each === given('kind')) ?? null
  const plain = groups
    .flatMap(({ fields }) => fields)
    .filter((field) => !written.includes(field) && !field.includes('.'))
  const hasBank = ['name', 'name_en', 'code', 'account_name', 'account_name_en', 'account_number'].some((field) =>
    given(`bank.${field}`),
  )
  return {
    ...Object.fromEntries(plain.map((field) => [field, text(field)])),
    kind,
    ...(given('discount_limit_percent') && { discount_limit_percent: Number(given('discount_limit_percent')) }),
    ...(given('book_matched') && { book_matched: given('book_matched') === 'at_once' ? 'at_once' : 'ask' }),
    refunds_by_two: given('refunds_by_two') === 'yes',
    ...(given('refund_seen_days') && { refund_seen_days: Number(given('refund_seen_days')) }),
    sales_issue_receipts: given('sales_issue_receipts') === 'yes',
    ...(given('receipts_kept_years') && { receipts_kept_years: Number(given('receipts_kept_years')) }),
    ...(given('receipts_voidable_until_day') && {
      receipts_voidable_until_day: Number(given('receipts_voidable_until_day')),
    }),
    ...(given('incident_hours') && { incident_hours: Number(given('incident_hours')) }),
    duty_user_id: given('duty_user_id') ? Number(given('duty_user_id')) : null,
    liability_insurance: insurance('liability_insurance'),
    performance_insurance: insurance('performance_insurance'),
    bank: hasBank
      ? {
          name: given('bank.name'),
          name_en: text('bank.name_en'),
          code: given('bank.code'),
          account_name: given('bank.account_name'),
          account_name_en: text('bank.account_name_en'),
          account_number: given('bank.account_number'),
        }
      : null,
  }
}
