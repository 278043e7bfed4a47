import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { notify } from '../notifications/notify.ts'
import { concernedWith, papersDue } from '../travelers/notices.ts'

/** Notifies the other side of a document's step. */
export async function notifyOfDocument(tx: Tx, { document_id, actor_id, what }: Events['traveler-document.changed']) {
  const { kind, reason, name, until, ...traveler } = await paper(tx, document_id)
  const { serial, number, customer, sales } = await concernedWith(tx, traveler)
  // When a traveler is erased, the notices about its documents lose their text.
  const params = { serial, number, traveler: name, kind, reason, until }
  await notify(tx, {
    who: what === 'received' ? sales : customer,
    event: `traveler-document.${what}`,
    params,
    about: { type: 'traveler_document', id: document_id },
    except: actor_id,
  })
}

const paper = (tx: Tx, id: number) =>
  tx
    .selectFrom('traveler_documents as d')
    .innerJoin('travelers as v', 'v.id', 'd.traveler_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['d.kind', 'd.reject_reason as reason', 'v.name', 'v.id', 'v.booking_id', papersDue('t').as('until')])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
