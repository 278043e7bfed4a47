import { optionLabel } from './labels.ts'
import { optionValues } from './values.ts'

/** All lists as the API returns them: the values with their labels. */
export const optionLists = Object.fromEntries(
  Object.entries(optionValues).map(([list, values]) => [list, values.map((value) => optionOf(list, value))]),
)

function optionOf(list: string, value: string) {
  const [label, label_en] = optionLabel(list, value)
  return { value, label, label_en }
}
