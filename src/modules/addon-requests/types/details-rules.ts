import { refuse } from '../../../kit/errors.ts'
import { isDay } from '../../../kit/http/routes/formats.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { DetailsField } from '../schema.ts'

/** Refuses details that lack what their type requires, or have it in the wrong form. Other keys are free. */
export const refuseDetails = (fields: readonly DetailsField[], details: Record<string, unknown>) => {
  const faults = fields.flatMap((field): [string, Words[]][] => {
    const fault = faultOf(field, details[field.key])
    return fault ? [[`details.${field.key}`, [fault]]] : []
  })
  if (faults.length) refuse('invalid_input', { errors: Object.fromEntries(faults) })
}

const faultOf = ({ label, label_en, kind, is_required }: DetailsField, value: unknown): Words | undefined => {
  const name = label_en ?? label
  if (value === undefined || value === null || value === '')
    return is_required ? [`請填寫「${label}」。`, `Please give “${name}”.`] : undefined
  const [zh, en] = detailForms[kind]
  return isOf[kind](value) ? undefined : [`「${label}」必須是${zh}。`, `“${name}” must be ${en}.`]
}

const isOf: Record<DetailsField['kind'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  date: (value) => typeof value === 'string' && isDay(value),
  flag: (value) => typeof value === 'boolean',
}
const detailForms: Record<DetailsField['kind'], Words> = {
  text: ['文字', 'a text'],
  number: ['數字', 'a number'],
  date: ['日期（例如 2027-01-28）', 'a date such as 2027-01-28'],
  flag: ['是或否（true、false）', 'yes or no (true or false)'],
}
