import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refusal } from '../../../kit/errors.ts'
import { form } from '../../../kit/http/pages/sent.ts'
import type { PageRoute, Visit } from '../../../kit/http/pages/taking.ts'
import { callerFingerprint } from '../../../kit/http/server/caller.ts'
import { requireOwnPage } from '../../../kit/http/server/session-cookie.ts'
import { resetPasswordByMail, signInByLink } from '../../auth/actions.ts'
import { browserName } from '../../auth/browser-name.ts'
import { Reset } from '../../auth/schema.ts'
import { answerChallenge } from '../../auth/second-factor/actions.ts'
import { ChallengeAnswer } from '../../auth/second-factor/schema.ts'
import type { AccountLink } from '../../links/schema.ts'
import { codePage, passwordChosen, passwordPage, signInPage } from './page.ts'
import { ownerOf } from './queries.ts'

// The hash says to the console that there is a session; its cookie cannot be read there.
const DESK = '/desk#signed-in'
const Chosen = Type.Pick(Reset, ['password'])

/** The pages of an account's links: the first password, a forgotten password, and a sign-in. */
export const accountPage = (app: FastifyInstance, kind: AccountLink): PageRoute =>
  kind === 'sign-in' ? signIn(app) : password(kind)

const password = (kind: AccountLink): PageRoute => ({
  show: async (db, visit) => passwordPage(await ownerOf(db, kind, visit.token), kind, visit),
  forms: (visit) => ({
    password: form(Chosen, async (tx, { password }) => {
      await ownerOf(tx, kind, visit.token)
      await resetPasswordByMail(tx, visit.token, password)
      return passwordChosen(visit)
    }),
  }),
})

const signIn = (app: FastifyInstance): PageRoute => ({
  // The link is used up when the second step is asked for, so a wrong code is told without it.
  show: async (db, visit) =>
    visit.sent?.form === 'code'
      ? codePage(String(visit.sent.fields.challenge), visit)
      : signInPage(await ownerOf(db, 'sign-in', visit.token), visit),
  forms: (visit, request) => ({ enter: enter(visit, request), code: code(app, request) }),
})

const enter = (visit: Visit, request: FastifyRequest) =>
  form(Type.Object({}), async (tx) => {
    requireOwnPage(request)
    await ownerOf(tx, 'sign-in', visit.token)
    const begun = await signInByLink(tx, visit.token, browserName(request.headers['user-agent']))
    return 'challenge' in begun ? codePage(begun.challenge, visit) : { to: DESK, session: begun }
  })

const code = ({ keys }: FastifyInstance, request: FastifyRequest) =>
  form(ChallengeAnswer, async (tx, given) => {
    requireOwnPage(request)
    const begun = await answerChallenge(tx, given, { keys, address: callerFingerprint(keys, request.ip) })
    return begun instanceof Refusal ? begun : { to: DESK, session: begun }
  })
