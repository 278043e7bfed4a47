import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonRow } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse } from '../../kit/errors.ts'
import { moment, oneOf, shown, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { enqueue, type JobTools } from '../../kit/jobs/jobs.ts'
import { base32 } from '../../kit/secrets/base32.ts'
import { isPassword } from '../../kit/secrets/passwords.ts'
import { mailOf } from '../notifications/letter.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import type { Role } from '../roles.ts'
import { lockedUser, ownUser } from '../users/user.ts'
import {
  code,
  confirmedFactors,
  drawSecret,
  endRecoveryCodes,
  isAccepted,
  kinds,
  otpauthUri,
  provenBy,
  renewRecoveryCodes,
} from './codes.ts'
import { admitCode, admitPassword, type Prover, proverOf } from './guard.ts'
import { wrongPassword } from './passwords.ts'
import { endChallenges, enteredPassword, wrongCode } from './sign-in.ts'
import { endTokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Roles that must have a second factor. */
    secondFactorRoles: readonly Role[]
  }
}

const Code = Type.Object({ code })
/** The body of requests that reduce protection: both factors, or only the code if the account has no password. */
const BothFactors = Type.Object({ current_password: Type.Optional(enteredPassword), code })
type BothFactors = Static<typeof BothFactors>

const Enrolment = Type.Object({
  kind: oneOf(kinds),
  secret: Type.String({ examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'] }),
  otpauth_uri: Type.String({
    examples: ['otpauth://totp/Guidon:mei%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Guidon'],
  }),
})
const recoveryCode = Type.String({ examples: ['K7QF-2MZA-XW3D-PLBE'] })
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(recoveryCode) })

const Factor = shown(Type.Object({ kind: oneOf(kinds), confirmed_at: moment() }))
const State = Type.Object({
  is_required: Type.Boolean(),
  factors: Type.Array(Factor),
  recovery_codes_left: whole(),
})

/** The changes that are mailed to the owner. */
type SecondFactorChange = 'confirmed' | 'removed' | 'reset' | 'recovery_code_used'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'auth.second-factor': { user_id: number; change: SecondFactorChange }
  }
}

/** The second factor of an account, without its secrets. */
const stateOf = jsonRow((db, { id, required }: { id: number; required: readonly Role[] }) =>
  db
    .selectFrom('users as u')
    .select([
      sql<boolean>`u.roles && ${required}::text[]`.as('is_required'),
      sql<
        object[]
      >`(select coalesce(json_agg(json_build_object('kind', f.kind, 'confirmed_at', f.confirmed_at) order by f.id), '[]')
        from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`.as('factors'),
      sql<number>`(select count(*)::integer from recovery_codes r where r.user_id = u.id)`.as('recovery_codes_left'),
    ])
    .where('u.id', '=', id),
)

/** Returns a new secret, which is shown only here. A second call before the confirmation replaces it. */
const enrol = async (tx: Tx, { id }: Actor, { keys }: Prover) => {
  const { email } = await ownUser(tx, id)
  if ((await confirmedFactors(tx, id)).length) refuseStep(isThere)
  const secret = await drawSecret(tx, keys, id)
  return { kind: 'totp', secret: base32(secret), otpauth_uri: otpauthUri(secret, email) }
}

/** Confirms the second factor, which sign-in then requires. All other sessions end, because they were opened without it. */
const confirm = async (tx: Tx, { id, token_id }: Actor, code: string, prover: Prover) => {
  await admitCode(tx, await emailOf(tx, id), prover)
  await ownUser(tx, id)
  const factor = (await enrolledFactor(tx, id)) ?? refuseStep(isMissing)
  if (!(await isAccepted(tx, prover.keys, factor, code))) return refusedCode()
  await tx.updateTable('second_factors').set({ confirmed_at: sql`now()` }).where('id', '=', factor.id).execute()
  await endTokens(tx, id, { except: token_id, kind: 'session' })
  enqueue(tx, 'auth.second-factor', { user_id: id, change: 'confirmed' })
  return { recovery_codes: await renewRecoveryCodes(tx, id) }
}

// A second factor that was begun and is not confirmed yet.
const enrolledFactor = (db: Db, user_id: number) =>
  db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()

const renewOwnCodes = async (tx: Tx, { id }: Actor, given: BothFactors, prover: Prover) =>
  (await proveBoth(tx, id, given, prover)) ?? { recovery_codes: await renewRecoveryCodes(tx, id) }

const removeOwn = async (tx: Tx, { id }: Actor, given: BothFactors, prover: Prover) => {
  const refusal = await proveBoth(tx, id, given, prover)
  if (refusal) return refusal
  await endSecondFactor(tx, id)
  enqueue(tx, 'auth.second-factor', { user_id: id, change: 'removed' })
  return null
}

// If the password is wrong, the code is not checked, so that it is not used up.
const proveBoth = async (tx: Tx, id: number, { current_password = '', code }: BothFactors, prover: Prover) => {
  await admitPassword(tx, { id })
  await admitCode(tx, await emailOf(tx, id), prover)
  const { password_hash } = await ownUser(tx, id)
  if (!(await confirmedFactors(tx, id)).length) refuseStep(isMissing)
  if (password_hash && !(await isPassword(current_password, password_hash))) return wrongPassword()
  return (await provenBy(tx, prover.keys, id, code)) ? undefined : refusedCode()
}

// The caller's own address. If the account was removed meanwhile, the caller is no longer signed in.
const emailOf = async (db: Db, id: number) => {
  const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  return user?.email ?? refuse('unauthenticated')
}

/** Removes the second factor of an account whose owner lost the device and the recovery codes. All sessions and personal tokens end. */
export async function resetSecondFactor(tx: Tx, user_id: number) {
  await lockedUser(tx, user_id)
  if (!(await endSecondFactor(tx, user_id))) refuse('not_found')
  await endTokens(tx, user_id)
  enqueue(tx, 'auth.second-factor', { user_id, change: 'reset' })
}

// Deletes the second factor with its recovery codes and challenges. Returns whether sign-in required it.
const endSecondFactor = async (tx: Tx, user_id: number) => {
  const factors = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .execute()
  await endRecoveryCodes(tx, user_id)
  await endChallenges(tx, user_id)
  return factors.some(({ confirmed_at }) => confirmed_at !== null)
}

/** Mails the owner of an account what was changed about its second factor. */
export async function mailSecondFactorChange(
  { user_id, change }: { user_id: number; change: SecondFactorChange },
  tools: JobTools,
  id: string,
) {
  const user = await tools.database.db
    .selectFrom('users')
    .select(['name', 'name_en', 'email', 'locale'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!user) return
  await sendLetter(tools, { id, to: user.email }, mailOf(`second-factor.${change}`, {}, user))
}

const refusedCode = () => new Refusal('invalid_input', { errors: { code: [wrongCode] } })

const isThere = [
  '已啟用兩步驟驗證；如要更換裝置，請先移除。',
  'There is a second factor; to change the device, remove it first.',
] as const
const isMissing = [
  '尚未設定兩步驟驗證；請先在「我的帳號」設定。',
  'There is no second factor; begin with setting one up in your account.',
] as const
const notOwn = ['自己的兩步驟驗證請在「我的帳號」移除。', 'Remove your own second factor in your account.'] as const
const refuseStep = (detail: typeof isThere | typeof isMissing | typeof notOwn) =>
  refuse('step_not_possible', { detail, also: { possible: [] } })

/** An account's own second factor. */
export function ownFactorRoutes(on: On, app: FastifyInstance) {
  on.get(
    '/second-factor',
    {
      access: 'signed-in',
      summary: 'The second factor of the caller',
      returns: State,
      etag: 'none',
      duringEnrolment: true,
    },
    ({ db, actor }) => stateOf(db, { id: actor.id, required: app.secondFactorRoles }),
  )

  on.post(
    '/second-factor',
    {
      name: 'beginMySecondFactor',
      access: 'signed-in',
      summary: 'Begin to set up a second factor (TOTP); the secret is shown only once',
      returns: Enrolment,
      refuses: ['step_not_possible'],
      etag: 'none',
      noReplay: true,
      duringEnrolment: true,
    },
    ({ tx, actor, request }) => enrol(tx, actor, proverOf(app, request)),
  )

  on.post(
    '/second-factor/confirm',
    {
      access: 'signed-in',
      summary:
        'Confirm the second factor with its first code; the recovery codes are shown only once, all other sessions end',
      body: Code,
      returns: RecoveryCodes,
      refuses: ['step_not_possible'],
      etag: 'none',
      noReplay: true,
      duringEnrolment: true,
    },
    ({ tx, actor, body, request }) => confirm(tx, actor, body.code, proverOf(app, request)),
  )

  on.post(
    '/second-factor/recovery-codes',
    {
      name: 'renewMyRecoveryCodes',
      access: 'signed-in',
      summary: 'New recovery codes in place of all former ones, shown only once',
      body: BothFactors,
      returns: RecoveryCodes,
      refuses: ['step_not_possible'],
      etag: 'none',
      noReplay: true,
    },
    ({ tx, actor, body, request }) => renewOwnCodes(tx, actor, body, proverOf(app, request)),
  )

  on.delete(
    '/second-factor',
    {
      access: 'signed-in',
      summary: 'Remove the second factor, with the password and a code',
      body: BothFactors,
      returns: Type.Null(),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, actor, body, request }) => removeOwn(tx, actor, body, proverOf(app, request)),
  )
}

/** The second factor of another account, for administrators. */
export function factorOfUserRoutes(on: On, app: FastifyInstance) {
  on.get(
    '/:id/second-factor',
    { access: ['admin'], summary: 'The second factor of an account', returns: State, etag: 'none' },
    ({ db, params }) => stateOf(db, { id: params.id, required: app.secondFactorRoles }),
  )

  on.delete(
    '/:id/second-factor',
    {
      name: 'resetUserSecondFactor',
      access: ['admin'],
      summary: 'Reset the second factor of somebody who lost it; all sessions end, and the person is told by mail',
      returns: Type.Null(),
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params }) => {
      if (params.id === actor.id) refuseStep(notOwn)
      await resetSecondFactor(tx, params.id)
      return null
    },
  )
}
