import type { Jobs, JobTools } from '../../../kit/jobs/jobs.ts'
import { makeLink } from '../../links/links.ts'
import { mailOf } from '../../notifications/letter.ts'
import { sendLetter } from '../../notifications/send.ts'
import { askedAddress } from './actions.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'travelers.address': { traveler_id: number }
  }
}

/** Mails a confirmation link to the address of a traveler, once. The mail contains no text that a person typed. */
export async function mailAddress({ traveler_id }: Jobs['travelers.address'], tools: JobTools, id: string) {
  const { database, keys, publicUrl } = tools
  const asked = await database.transaction({}, async (tx) => {
    const traveler = await askedAddress(tx, keys, traveler_id, id)
    return traveler && { ...traveler, ...(await makeLink(tx, 'traveler', traveler_id)) }
  })
  if (!asked) return
  const { email: to, locale, token, reply_to: replyTo, sender, ...trip } = asked
  const { serial, name, name_en, starts, ends } = trip
  const params = { serial, name, name_en, starts, ends, link: `${publicUrl}/l/traveler/${token}` }
  const mail = mailOf('traveler.address', params, { locale, name: null, sender })
  await sendLetter(tools, { id, to, replyTo }, mail)
}
