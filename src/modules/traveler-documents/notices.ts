import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { notify } from '../notifications/notify.ts'
import { concernedWith } from '../travelers/people.ts'

/** Notifies the other side of a document's step. */
export async function notifyOfDocument(tx: Tx, { document_id, actor_id, what }: Events['traveler-document.changed']) {
  const { kind, reason, name, ...traveler } = await paper(tx, document_id)
  const { serial, number, customer, sales } = await concernedWith(tx, traveler)
  await notify(tx, {
    who: what === 'received' ? sales : customer,
    event: `traveler-document.${what}`,
    // An erased traveler's notices about its documents lose their text.
    params: { serial, number, traveler: name, kind, reason },
    about: { type: 'traveler_document', id: document_id },
    except: actor_id,
  })
}

const paper = (tx: Tx, id: number) =>
  tx
    .selectFrom('traveler_documents as d')
    .innerJoin('travelers as v', 'v.id', 'd.traveler_id')
    .select(['d.kind', 'd.reject_reason as reason', 'v.name', 'v.id', 'v.booking_id'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
