import type { View } from 'guidon-sdk'

/** The filters, the order and the columns in the address of a list, without the page. */
export type Asked = Record<string, unknown>

export const addressOf = ({ filters, sort, columns }: View): Asked => ({
  ...filters,
  ...(sort && { sort }),
  ...(columns.length > 0 && { show: columns.join(',') }),
})

/** What is saved of an address, under a name. */
export const savedOf = ({ sort, show, ...filters }: Asked) => ({
  filters,
  ...(typeof sort === 'string' && { sort }),
  ...(typeof show === 'string' && { columns: show.split(',') }),
})

/** Whether the list shows this view. */
export const isShown = (asked: Asked, view: View) => inOrder(asked) === inOrder(addressOf(view))

const inOrder = (asked: Asked) =>
  JSON.stringify(Object.entries(asked).toSorted(([one], [other]) => (one < other ? -1 : 1)))
