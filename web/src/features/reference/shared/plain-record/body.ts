import type { PlainField } from 'guidon-sdk'
import type { Given } from '../../../../ui/forms/form.tsx'
import type { Row } from './record.ts'

/** What a form says, as the service takes it. What a new record leaves empty gets the default of the service. */
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
  // Where a record cannot be without it, the service refuses it, and the refusal stands at the field.
  if (text === '') return null
  if (kind === 'flag') return text === 'yes'
  // What is no number is sent as it is, and refused at its field.
  if (['whole', 'decimal', 'record'].includes(kind)) return Number.isNaN(Number(text)) ? text : Number(text)
  return text
}

/** The part of a body that differs from what was shown. */
export const changedIn = (body: Record<string, unknown>, shown: Row) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name])),
  )
