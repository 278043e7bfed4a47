import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { throttle } from '../../kit/throttle.ts'
import { defaultLocale } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { createUser } from '../users/manage.ts'
import { userByEmail } from '../users/user.ts'
import { editors } from './flow.ts'

/** The customer account with this mail address, if there is one. */
export async function accountOf(db: Db, email: string) {
  return (await account(db, { email: email.toLowerCase() }))?.id ?? null
}

const account = oneRow((db, { email }: { email: string }) =>
  db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('role', '=', 'customer')
    .where('status', '=', 'active'),
)

/** The customer accounts with these mail addresses, by the addresses in small letters. */
export async function accountsOf(db: Db, emails: readonly string[]) {
  if (!emails.length) return new Map<string, number>()
  const { rows } = await sql<{ id: number; email: string }>`
    select id, lower(email) as email from users
     where lower(email) = any (${emails.map((email) => email.toLowerCase())}::text[]) and role = 'customer' and status = 'active'`.execute(
    db,
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** The language of mails to a customer: that of its account, if it has one. */
export async function localeOf(db: Db, user_id: number | null) {
  const chosen = user_id === null ? undefined : await language(db, { user_id })
  return chosen?.locale ?? defaultLocale
}

const language = oneRow((db, { user_id }: { user_id: number }) =>
  db.selectFrom('users').select('locale').where('id', '=', user_id),
)

/** Sales invite the customers of their own bookings, administrators those of any. */
async function inviteByStaff(tx: Tx, actor: Actor, id: number) {
  const { in_charge } = await invited(tx, id)
  if (!actor.roles.includes('admin') && in_charge !== null && in_charge !== actor.id)
    refuse('forbidden', { detail: othersCustomer })
  await inviteCustomer(tx, id)
}

/**
 * Invites the contact of a booking to an account, and again as long as it has not chosen a password. The bookings with the mail
 * address are connected to the account once the link of the invitation has proved the mailbox.
 */
export async function inviteCustomer(tx: Tx, id: number) {
  const { name, email, locale, customer_user_id } = await invited(tx, id)
  if (customer_user_id !== null) refuse('duplicate', { detail: hasAccount })
  if (email === null) return refuseField('contact.email', noAddressToInvite)
  await throttle(tx, limits['invitation for booking'], id)
  const user = await userByEmail(tx, email)
  if (!user) return void (await createUser(tx, { name, email, locale, role: 'customer' }))
  if (user.role !== 'customer' || user.status !== 'active' || user.password_hash)
    refuse('duplicate', { detail: signInInstead })
  await emit(tx, 'user.invited', { user_id: user.id })
}

const invited = async (tx: Tx, id: number) =>
  found(
    await tx
      .selectFrom('bookings as b')
      .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
      .select(['b.contact_name as name', 'b.contact_email as email', 'b.locale', 'b.customer_user_id'])
      .select((is) => is.fn.coalesce('b.sales_user_id', 't.sales_user_id').as('in_charge'))
      .where('b.id', '=', id)
      .forNoKeyUpdate('b')
      .executeTakeFirst(),
  )

const othersCustomer = [
  '只有負責這筆訂單的業務或管理員可以邀請這位客戶。',
  'Only the salesperson in charge of this booking, or an administrator, may invite this customer.',
] as const
const hasAccount = ['這筆訂單已有客戶帳號。', 'This booking has an account of its customer already.'] as const
const noAddressToInvite = [
  '這筆訂單沒有電子郵件，請先補上。',
  'This booking has no mail address: give one first.',
] as const
const signInInstead = [
  '這個信箱已有帳號；請以該帳號登入，或使用忘記密碼。',
  'This address has an account already: sign in with it, or ask for a new password.',
] as const

export function invitationRoute(on: On) {
  on.post(
    '/:id/invitation',
    {
      name: 'inviteBookingCustomer',
      access: editors,
      summary:
        'Invite the contact to an account, which then has all bookings of its address; sales the customers of their own bookings',
      returns: Type.Null(),
      refuses: ['duplicate', 'too_many_requests'],
    },
    async ({ tx, actor, params }) => {
      await inviteByStaff(tx, actor, params.id)
      return null
    },
  )
}
