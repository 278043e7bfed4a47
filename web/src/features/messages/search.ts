import { isNumber, isText, isTrue, searchOf } from '../../kit/search.ts'

/** Which threads are listed and sought, which one is open, and whether a phone shows what is known beside it. */
export const messagesFilter = searchOf<{
  unread?: boolean
  mine?: boolean
  q?: string
  thread?: number
  facts?: true
}>()({
  unread: isTrue,
  mine: isTrue,
  q: isText,
  thread: isNumber,
  facts: isTrue,
})
export type MessagesFilter = ReturnType<typeof messagesFilter>
