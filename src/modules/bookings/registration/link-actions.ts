import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../../kit/errors.ts'
import { enqueue } from '../../../kit/jobs/jobs.ts'
import { throttle } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import { endLinks, makeLink } from '../../links/actions.ts'

/** Mails the receipt again; all earlier links become invalid. */
export const resend = async (tx: Tx, booking_id: number) => {
  await endLinks(tx, 'booking', booking_id)
  enqueue(tx, 'bookings.mail', { booking_id, step: 'register' })
}

/** The same on request: a contact without a mail address gets no mail. */
export const mailReceipt = async (tx: Tx, booking_id: number) => {
  const { contact_email } = await contactOf(tx, booking_id)
  if (contact_email === null) refuseField('contact.email', noAddress)
  await resend(tx, booking_id)
}

/**
 * A link to the page of the booking, for staff to send by other means than mail; earlier links stay valid. As long as the mailbox of a
 * registration is not proved, only a mail may contain such a link, since its holder could prove the mailbox with it.
 */
export const handOutLink = async (tx: Tx, booking_id: number) => {
  const { contact_proved_at } = await contactOf(tx, booking_id)
  if (contact_proved_at === null)
    refuse('step_not_possible', { detail: unproved, also: { possible: ['confirm-contact'] } })
  await throttle(tx, limits['links of booking'], booking_id)
  const { token, expires_at } = await makeLink(tx, 'booking', booking_id)
  return { token, path: `/l/booking/${token}`, expires_at }
}

const contactOf = async (tx: Tx, id: number) =>
  found(
    await tx
      .selectFrom('bookings')
      .select(['contact_email', 'contact_proved_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )

const noAddress = [
  '這筆訂單沒有電子郵件；請先補上，或改用「客戶連結」，以其他方式傳給客戶。',
  'This booking has no mail address: give one first, or send the link of the customer by other means.',
] as const
const unproved = [
  '聯絡信箱尚未確認，連結只能寄到該信箱；請先致電客戶並代為確認，或重寄訂單收據。',
  'The mailbox of the contact is not confirmed, so the link goes to it by mail only; call the customer and confirm the contact, or mail the receipt again.',
] as const
