import { optionLabel } from './labels.ts'
import { optionValues } from './values.ts'

/** Every list as served: the values with their labels. */
export const optionLists = Object.fromEntries(
  Object.entries(optionValues).map(([list, values]) => [list, values.map((value) => optionOf(list, value))]),
)

function optionOf(list: string, value: string) {
  const [label, label_en] = optionLabel(list, value)
  return { value, label, label_en }
}
