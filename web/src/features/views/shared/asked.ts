import type { View } from 'guidon-sdk'

/** What the address of a list asks for: its filters and its order, not its page. */
export type Asked = Record<string, unknown>

export const addressOf = ({ filters, sort }: View): Asked => ({ ...filters, ...(sort && { sort }) })

/** Whether the list shows this view. */
export const isShown = (asked: Asked, view: View) => inOrder(asked) === inOrder(addressOf(view))

const inOrder = (asked: Asked) =>
  JSON.stringify(Object.entries(asked).toSorted(([one], [other]) => (one < other ? -1 : 1)))
