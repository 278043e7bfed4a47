import { isNumber, isTrue, searchOf } from '../../kit/search.ts'

/** Which threads are listed, which one is open, and whether a phone shows what is known beside it. */
export const messagesFilter = searchOf<{ unread?: boolean; mine?: boolean; thread?: number; facts?: true }>()({
  unread: isTrue,
  mine: isTrue,
  thread: isNumber,
  facts: isTrue,
})
export type MessagesFilter = ReturnType<typeof messagesFilter>
