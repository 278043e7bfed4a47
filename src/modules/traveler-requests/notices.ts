import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { isNotice } from '../languages/samples.ts'
import { notify } from '../notifications/notify.ts'
import { concernedWith } from '../travelers/notices.ts'

/** Notifies the other side of a step of a special request. Internal steps have no notice. */
export async function notifyOfSpecialRequest(
  tx: Tx,
  { request_id, actor_id, what }: Events['traveler-request.changed'],
) {
  const event = `traveler-request.${what}` as const
  if (!isNotice(event)) return
  const { kind, name, ...traveler } = await requestOf(tx, request_id)
  const { serial, number, customer, sales } = await concernedWith(tx, traveler)
  await notify(tx, {
    who: what === 'made' ? sales : customer,
    event,
    params: { serial, number, traveler: name, kind },
    about: { type: 'traveler_request', id: request_id },
    except: actor_id,
  })
}

const requestOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('traveler_requests as r')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .select(['r.kind', 'v.name', 'v.id', 'v.booking_id'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
