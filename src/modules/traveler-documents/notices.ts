import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { notify } from '../notifications/actions.ts'
import { concernedBy } from '../travelers/people.ts'
import { kindWords } from './labels.ts'

const titles = {
  wanted: ['請繳交旅客文件', 'A document is asked for'],
  received: ['收到旅客文件', 'A document was handed in'],
  verified: ['旅客文件已確認', 'A document was found good'],
  rejected: ['旅客文件須重新繳交', 'A document was sent back'],
} as const satisfies Record<string, Words>

/** Notifies the other side of a document's step. */
export const notifyOfDocument = async (
  tx: Tx,
  { document_id, actor_id, what }: Events['traveler-document.changed'],
) => {
  const { kind, reject_reason, booking_id } = await paper(tx, document_id)
  const { serial, booking_number, customer, sales } = await concernedBy(tx, booking_id)
  const person = what === 'received' ? sales : customer
  if (person === null || person === actor_id) return
  const [zh, en] = kindWords[kind]
  const why = reject_reason ? [`：${reject_reason}`, `: ${reject_reason}`] : ['', '']
  await notify(tx, [person], {
    event: `traveler-document.${what}`,
    title: [`${serial} ${titles[what][0]}`, `${serial} ${titles[what][1]}`],
    // The name is not included: the notice may outlive an erasure.
    body: [`${booking_number} ${zh}${why[0]}`, `${booking_number} ${en}${why[1]}`],
    subject: { type: 'traveler_document', id: document_id },
  })
}

const paper = (tx: Tx, id: number) =>
  tx
    .selectFrom('traveler_documents as d')
    .innerJoin('travelers as v', 'v.id', 'd.traveler_id')
    .select(['d.kind', 'd.reject_reason', 'v.booking_id'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
