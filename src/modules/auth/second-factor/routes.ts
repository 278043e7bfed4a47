import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refusal, refuse } from '../../../kit/errors.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { callerFingerprint } from '../../../kit/http/server/caller.ts'
import type { Role } from '../../roles.ts'
import { ownAccount } from '../../users/user.ts'
import { SignedIn } from '../schema.ts'
import { answerChallenge, confirm, enrol, removeOwn, renewOwnCodes, resetSecondFactor } from './actions.ts'
import { stateOf } from './queries.ts'
import { BothFactors, ChallengeAnswer, Code, Enrolment, RecoveryCodes, State } from './schema.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Roles that must have a second factor. */
    secondFactorRoles: readonly Role[]
  }
}

const signedIn = 'signed-in'
const Nothing = Type.Null()

/** The second step of a sign-in. */
export const secondStep = routes((on, app) => {
  on.post(
    '/login/second-factor',
    {
      name: 'finishSignIn',
      access: 'public',
      summary: 'Finish a sign-in with a code of the second factor, or a recovery code',
      body: ChallengeAnswer,
      returns: SignedIn,
      refuses: ['invalid_credentials'],
      etag: 'none',
      noReplay: true,
    },
    async ({ tx, body, request }) => {
      const begun = await answerChallenge(tx, body, askingFrom(app, request))
      if (begun instanceof Refusal) return begun
      const { user_id, ...session } = begun
      return { ...session, user: JSON.parse((await ownAccount(tx, { id: user_id, abilities: app.abilities })).json) }
    },
  )
})

/** An account's own second factor. */
export const ownSecondFactor = routes((on, app) => {
  state(on, app)
  enrolment(on, app)
  confirmation(on, app)
  codes(on, app)
  removal(on, app)
})

const state = (on: On, app: FastifyInstance) => {
  on.get(
    '/second-factor',
    {
      access: signedIn,
      summary: 'The second factor of the caller',
      returns: State,
      etag: 'none',
      duringEnrolment: true,
    },
    ({ db, actor }) => stateOf(db, { id: actor.id, required: app.secondFactorRoles }),
  )
}

const enrolment = (on: On, app: FastifyInstance) => {
  on.post(
    '/second-factor',
    {
      name: 'beginMySecondFactor',
      access: signedIn,
      summary: 'Begin to set up a second factor (TOTP); the secret is shown only once',
      returns: Enrolment,
      refuses: ['step_not_possible'],
      etag: 'none',
      noReplay: true,
      duringEnrolment: true,
    },
    ({ tx, actor, request }) => enrol(tx, actor, askingFrom(app, request)),
  )
}

const confirmation = (on: On, app: FastifyInstance) => {
  on.post(
    '/second-factor/confirm',
    {
      access: signedIn,
      summary:
        'Confirm the second factor with its first code; the recovery codes are shown only once, all other sessions end',
      body: Code,
      returns: RecoveryCodes,
      refuses: ['step_not_possible'],
      etag: 'none',
      noReplay: true,
      duringEnrolment: true,
    },
    ({ tx, actor, body, request }) => confirm(tx, actor, body.code, askingFrom(app, request)),
  )
}

const codes = (on: On, app: FastifyInstance) => {
  on.post(
    '/second-factor/recovery-codes',
    {
      name: 'renewMyRecoveryCodes',
      access: signedIn,
      summary: 'New recovery codes in place of all former ones, shown only once',
      body: BothFactors,
      returns: RecoveryCodes,
      refuses: ['step_not_possible'],
      etag: 'none',
      noReplay: true,
    },
    ({ tx, actor, body, request }) => renewOwnCodes(tx, actor, body, askingFrom(app, request)),
  )
}

const removal = (on: On, app: FastifyInstance) => {
  on.delete(
    '/second-factor',
    {
      access: signedIn,
      summary: 'Remove the second factor, with the password and a code',
      body: BothFactors,
      returns: Nothing,
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, actor, body, request }) => removeOwn(tx, actor, body, askingFrom(app, request)),
  )
}

/** The second factor of another account, for administrators. */
export const secondFactorOfUser = routes((on, app) => {
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
      returns: Nothing,
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params }) => {
      if (params.id === actor.id) refuse('step_not_possible', { detail: notOwn, also: { possible: [] } })
      await resetSecondFactor(tx, params.id)
      return null
    },
  )
})

const notOwn = ['自己的兩步驟驗證請在「我的帳號」移除。', 'Remove your own second factor in your account.'] as const

/** The keys and the caller's address, as a fingerprint. */
export function askingFrom({ keys }: FastifyInstance, { ip }: FastifyRequest) {
  return {
    keys,
    address: callerFingerprint(keys, ip),
  }
}
