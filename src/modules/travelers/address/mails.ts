import type { Jobs, JobTools } from '../../../kit/jobs/jobs.ts'
import { makeLink } from '../../links/links.ts'
import { mailOf } from '../../notifications/letter.ts'
import { askedAddress } from './actions.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'travelers.address': { traveler_id: number }
  }
}

/** Asks the address of a traveler, once, whether it wants to hear of the trip. The mail contains nothing that anybody typed for it. */
export async function mailAddress(
  { traveler_id }: Jobs['travelers.address'],
  { database, keys, mailer, publicUrl }: JobTools,
  id: string,
) {
  const asked = await database.transaction({}, async (tx) => {
    const traveler = await askedAddress(tx, keys, traveler_id, id)
    return traveler && { ...traveler, ...(await makeLink(tx, 'traveler', traveler_id)) }
  })
  if (!asked) return
  const { email: to, locale, token, reply_to: replyTo, ...trip } = asked
  const { serial, name, name_en, starts, ends } = trip
  const params = { serial, name, name_en, starts, ends, link: `${publicUrl}/l/traveler/${token}` }
  await mailer.send({ id, to, replyTo, ...mailOf('traveler.address', params, { locale, name: null }) })
}
