import type { PlainField } from 'guidon-sdk'
import { type Say, useSay } from '../../../../kit/words.ts'
import { DayField } from '../../../../ui/forms/day-field.tsx'
import { Choice, Field, TextArea } from '../../../../ui/forms/form.tsx'
import { RecordField, RecordsField } from '../../../../ui/forms/record-field.tsx'
import { RowsField } from './rows-field.tsx'

type Props = { field: PlainField; value: unknown; isNew: boolean }

/** A field of a form, by its kind. */
export const FieldOf = ({ field, value, isNew }: Props) => {
  const say = useSay()
  const { name: id, kind, of = '', longest } = field
  const shared = { id, label: say(...field.words), ...(field.isRequired && { required: true }) }
  const text = Array.isArray(value) ? value.join('\n') : String(value ?? '')
  if (kind === 'choice' || kind === 'flag')
    return (
      <Choice
        {...shared}
        options={optionsOf(field, say, isNew)}
        defaultValue={kind === 'flag' ? flagOf(value) : text}
      />
    )
  if (kind === 'record') return <RecordField {...shared} of={of} first={typeof value === 'number' ? value : null} />
  if (kind === 'records') return <RecordsField {...shared} of={of} first={numbersIn(value)} />
  if (kind === 'day') return <DayField {...shared} first={text || undefined} />
  if (kind === 'text')
    return <TextArea {...shared} defaultValue={text} {...(longest && longest > PAGE && { rows: 14 })} />
  if (kind === 'lines')
    return <TextArea {...shared} defaultValue={text} hint={say('一行一個', 'One per line')} rows={2} />
  if (kind === 'rows')
    return <RowsField {...shared} fields={field.fields ?? []} first={Array.isArray(value) ? value : []} />
  return (
    <Field
      {...shared}
      defaultValue={text}
      {...(longest && { maxLength: longest })}
      {...(field.example && isNew && { placeholder: field.example })}
      {...(kind === 'color' && { placeholder: '#1E6FB8' })}
      {...(isTime(field.example) && { typed: 'time' })}
      {...(['whole', 'decimal'].includes(kind) && { inputMode: kind === 'whole' ? 'numeric' : 'decimal' })}
    />
  )
}

/** A longer text is a page, which is not written through a slit. */
const PAGE = 5_000

const isTime = (example = '') => /^\d\d:\d\d$/.test(example)
const flagOf = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : '')
const numbersIn = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [])

/** The options of a choice. Empty means none, or in a new record the default. */
const optionsOf = ({ kind, options = [], mayBeEmpty, isRequired }: PlainField, say: Say, isNew: boolean) => {
  const values: [string, string][] =
    kind === 'flag'
      ? [
          ['yes', say('是', 'Yes')],
          ['no', say('否', 'No')],
        ]
      : options.map(([code, ...words]) => [code, say(...words)])
  if (mayBeEmpty) return [['', '—'] as const, ...values]
  if (isNew) return [['', isRequired ? say('請選擇', 'Choose') : say('依預設', 'Default')] as const, ...values]
  return values
}
