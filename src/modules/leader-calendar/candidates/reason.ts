import { Type } from 'typebox'
import { flag } from '../../../kit/fields.ts'
import type { Reason } from './rules.ts'

/** A reason for or against a candidate, as it is shown. */
export const ShownReason = Type.Object({
  code: Type.String({ examples: ['country_priority'] }),
  points: Type.Integer({ examples: [66] }),
  blocks: flag(),
  is_final: flag(),
  label: Type.String({ examples: ['日本第 1 優先，專精'] }),
  label_en: Type.String({ examples: ['Japan: priority 1, expert'] }),
})

export function shownReason({ words: [label, label_en], ...reason }: Reason) {
  return { ...reason, label, label_en }
}
