import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { moment, orNull, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { endLinks, makeLink, refuseEndedLink, refuseWrongLink } from '../links/links.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { cashiers, editors } from './flow.ts'
import { queueLetter } from './mails.ts'
import { knownBooking } from './visible.ts'

/**
 * The booking of a link; 404 for a wrong or expired link. The link in the answer to a registration works only until the mailbox
 * of the contact is proved. Afterwards the booking may contain data of others, so only mailed links open it.
 */
export async function openLink(db: Db, token: string) {
  const row = (await linkedBooking(db, { token_hash: hashOf(token) })) ?? refuseWrongLink()
  const { booking, is_mailed, contact_proved_at, is_over } = row
  if (is_over) refuseEndedLink()
  if (!is_mailed && contact_proved_at) refuse('forbidden', { detail: mailedOnly })
  return { booking, is_mailed, reader: { sees: 'booking', booking } as const satisfies Reader }
}

/** Like `openLink`, but only for mailed links, because only the owner of the mailbox may decide about the booking. */
export async function openMailedLink(db: Db, token: string) {
  const opened = await openLink(db, token)
  return opened.is_mailed ? opened : refuse('forbidden', { detail: mailedOnly })
}

const linkedBooking = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .innerJoin('bookings as b', 'b.id', 'l.booking_id')
    .select(['b.id as booking', 'l.is_mailed', 'b.contact_proved_at'])
    .select(sql<boolean>`l.expires_at <= now()`.as('is_over'))
    .where('l.token_hash', '=', token_hash),
)

const mailedOnly = [
  '請使用寄到聯絡信箱的連結；若沒有收到，請聯絡我們重新寄送。',
  'Use the link that was mailed to the contact; if it did not arrive, ask us to send it again.',
] as const
/** A link for the contact; `url` is null as long as the service does not know its own address (PUBLIC_URL). */
const HandedLink = Type.Object({
  token: Type.String(),
  path: Type.String({ examples: ['/l/booking/m3Jc…'] }),
  url: orNull(Type.String({ examples: ['https://tours.example/l/booking/m3Jc…'] })),
  ...shownFields({ expires_at: moment() }),
})

/** Mails the receipt again; all earlier links become invalid. */
export async function resendReceipt(tx: Tx, booking_id: number) {
  await endLinks(tx, 'booking', booking_id)
  await queueLetter(tx, booking_id, 'receipt')
}

/** For the route: refused if the contact has no mail address. */
async function mailReceipt(tx: Tx, booking_id: number) {
  const { contact_email } = await contactOf(tx, booking_id)
  if (contact_email === null) refuseField('contact.email', noAddress)
  await resendReceipt(tx, booking_id)
}

/**
 * Creates a link to the page of the booking, which staff send by other means than mail; earlier links stay valid. As long as the
 * mailbox of a registration is not proved, only a mail may contain such a link, because its holder could prove the mailbox with it.
 */
async function handOutLink(tx: Tx, booking_id: number) {
  const { contact_proved_at } = await contactOf(tx, booking_id)
  if (contact_proved_at === null)
    refuse('step_not_possible', { detail: unprovedMailbox, also: { possible: ['confirm-contact'] } })
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
const unprovedMailbox = [
  '聯絡信箱尚未確認，連結只能寄到該信箱；請先致電客戶並代為確認，或重寄報名確認信。',
  'The mailbox of the contact is not confirmed, so the link goes to it by mail only; call the customer and confirm the contact, or resend the confirmation mail.',
] as const

export function linkRoutes(on: On, { publicUrl }: FastifyInstance) {
  on.post(
    '/:id/receipt',
    {
      name: 'sendBookingReceipt',
      access: cashiers,
      summary: 'Mail the receipt again; all earlier links become invalid',
      returns: Type.Null(),
    },
    async ({ tx, actor, params }) => {
      await knownBooking(tx, { ...readerOf(actor), ...params })
      await mailReceipt(tx, params.id)
      return null
    },
  )
  on.post(
    '/:id/link',
    {
      name: 'createBookingLink',
      access: editors,
      summary:
        'A new link to the page of the booking, to be sent to the contact by other means than mail; earlier links stay valid',
      returns: HandedLink,
      refuses: ['step_not_possible', 'too_many_requests'],
      noReplay: true,
      etag: 'none',
    },
    async ({ tx, actor, params }) => {
      await knownBooking(tx, { ...readerOf(actor), ...params })
      const link = await handOutLink(tx, params.id)
      return { ...link, url: publicUrl === undefined ? null : `${publicUrl}${link.path}` }
    },
  )
}
