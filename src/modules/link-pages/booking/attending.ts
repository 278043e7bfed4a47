import { Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { form } from '../../../kit/http/pages/sent.ts'
import { answerInvitation } from '../../seminars/invitations/actions.ts'
import type { Reader } from '../../users/reader.ts'

/** The forms that say yes or no to an invitation, for the holder of a link. */
export const attending = (readerOf: (tx: Tx) => Promise<Reader>) => ({
  coming: answer(readerOf, true),
  absent: answer(readerOf, false),
})

const answer = (readerOf: (tx: Tx) => Promise<Reader>, isComing: boolean) =>
  form(Type.Object({}), async (tx, _nothing, id) => {
    await answerInvitation(tx, await readerOf(tx), { attendance: id }, isComing)
    return undefined
  })
