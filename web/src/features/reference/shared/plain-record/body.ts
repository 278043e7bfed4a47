import type { PlainField } from 'guidon-sdk'
import type { Given } from '../../../../ui/forms/form.tsx'
import type { Row } from './record.ts'

/** The values of a form as a body of the API. Empty fields of a new record get the default of the service. */
export const bodyOf = (fields: readonly PlainField[], given: Given, isNew: boolean) =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = readAs(field, given(field.name))
      return isNew && value === null ? [] : [[field.name, value]]
    }),
  )

const readAs = ({ kind }: PlainField, text: string): unknown => {
  if (kind === 'records') return text === '' ? [] : text.split(',').map(Number)
  if (kind === 'lines')
    return text === ''
      ? []
      : text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
  if (kind === 'rows') return JSON.parse(text || '[]')
  // If the field is required, the service refuses null, and the refusal is shown at the field.
  if (text === '') return null
  if (kind === 'flag') return text === 'yes'
  // A text that is not a number is sent as it is, so that the service refuses it at its field.
  if (['whole', 'decimal', 'record'].includes(kind)) return Number.isNaN(Number(text)) ? text : Number(text)
  return text
}

/** The part of a body that differs from the stored values. */
export const changedIn = (body: Record<string, unknown>, shown: Row) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name])),
  )
