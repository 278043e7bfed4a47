import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refusal, refuse } from '../../kit/errors.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, input, sending } from '../../kit/http/pages/parts.ts'
import { form, formAlone } from '../../kit/http/pages/sent.ts'
import { requireOwnPage } from '../../kit/http/server/session-cookie.ts'
import type { Locale } from '../../kit/words/words.ts'
import { browserName } from '../auth/browser-sessions.ts'
import { comingFrom, proverOf } from '../auth/guard.ts'
import { answerChallenge, ChallengeAnswer, Login, login } from '../auth/sign-in.ts'
import { fields } from '../form-fields.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { pathIn } from '../site/frame.ts'
import { ownAccount } from '../users/user.ts'

/** The address of the page, which leads back to where somebody wanted to go. */
export function passwordPath(locale: Locale, wanted: string | undefined) {
  const path = pathIn(locale, PASSWORD_PAGE)
  return wanted === undefined ? path : `${path}?${new URLSearchParams({ to: wanted })}`
}
export const PASSWORD_PAGE = '/my/password'
/** Where the pages of leaders begin. */
export const POCKET = '/my/trips/'

/** A page of the place alone: nobody is led to another site. */
export function pageWanted(to: unknown) {
  return typeof to === 'string' && /^\/(?:en\/)?my\/[\w%./-]{0,200}$/.test(to) && !to.includes('..') ? to : undefined
}

/** Where a customer signs in with a password; then, if the account has a second step, with a code. */
export function passwordPage(visit: Visit): Markup {
  const { challenge } = visit.sent?.form === CODE ? visit.sent.fields : {}
  return typeof challenge === 'string' ? codePage(challenge, visit) : askForPassword(visit)
}
const PASSWORD = 'password'
const CODE = 'code'

const askForPassword = ({ locale, sent }: Visit) => {
  const t = wordsIn(locale)
  const field = { form: PASSWORD, sent, name: 'password', label: t('密碼', 'Password'), type: 'password' } as const
  const body = html`
${fields(Login, ['email'], { form: PASSWORD, sent, locale })}
${input({ ...field, attributes: html`autocomplete="current-password" maxlength="200" required` })}`
  return html`
<header class="head"><h1>${t('我的訂單', 'My booking')}</h1></header>
${card(
  t('用密碼登入', 'Sign in with a password'),
  html`
${sending({ name: PASSWORD, sent, body, button: t('登入', 'Sign in') })}
<p class="soft">${t('忘記密碼，或沒有設定密碼？', 'Forgotten it, or never set one?')} <a href="${pathIn(locale, '/my/sign-in')}">${t('用信箱登入', 'Sign in by mail')}</a></p>`,
  { className: 'asks' },
)}`
}

const codePage = (challenge: string, { locale, sent }: Visit) => {
  const t = wordsIn(locale)
  const field = { form: CODE, sent, name: 'code', label: t('驗證碼或備用碼', 'Code, or a recovery code') }
  const body = html`
<input type="hidden" name="challenge" value="${challenge}">
${input({ ...field, attributes: html`autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="19" required` })}`
  return html`
<header class="head"><h1>${t('我的訂單', 'My booking')}</h1></header>
${card(
  t('兩步驟驗證', 'Two-step verification'),
  html`
<p class="soft">${t(...codeWords)}</p>
${sending({ name: CODE, sent, body, button: t('登入', 'Sign in') })}
<p><a href="">${t('重新登入', 'Start again')}</a></p>`,
  { className: 'asks' },
)}`
}
const codeWords = [
  '請輸入驗證 App 上的六位數字；手機不在身邊時，請輸入一組備用碼。',
  'Enter the six digits that your authenticator app shows. Without your phone, enter one of your recovery codes.',
] as const

// The page has no way to reset a password: who has forgotten it signs in by mail.
const inOwnWords = (error: unknown): never => {
  if (error instanceof Refusal && error.code === 'invalid_credentials')
    refuse('invalid_credentials', { detail: wrongPassword })
  throw error
}
const wrongPassword = [
  '電子郵件或密碼不正確；忘記密碼時，請用信箱登入。',
  'The mail address or the password is wrong. If you have forgotten it, sign in by mail.',
] as const

type SignedIn = {
  roles: readonly string[]
  wanted: string | undefined
  locale: Locale
  office: string | undefined
}

/** Where somebody is led who has signed in here: a customer to its bookings, a leader to its trips, others to the office. */
export function pageAfterSignIn({ roles, wanted, locale, office }: SignedIn) {
  if (roles.includes('leader') && wanted?.startsWith(pathIn(locale, POCKET))) return wanted
  if (roles.every((role) => role === 'leader')) return pathIn(locale, POCKET)
  return roles.includes('customer') ? (wanted ?? pathIn(locale, '/my/')) : (office ?? '/')
}

type OnPassword = { app: FastifyInstance; request: FastifyRequest; locale: Locale; office: string | undefined }

const EnteredLogin = Type.Pick(Login, ['email', 'password'])

/** The forms of the page. Guesses are counted as those of the API. Staff are led to the office. */
export function passwordForms({ app, request, locale, office }: OnPassword, wanted: string | undefined) {
  const { database, abilities } = app
  const signedIn = async ({ user_id, ...session }: { user_id: number; token: string; expires_at: string }) => {
    const { json } = await ownAccount(database.db, { id: user_id, abilities })
    const { roles } = JSON.parse(json) as { roles: string[] }
    return { to: pageAfterSignIn({ roles, wanted, locale, office }), session }
  }
  return {
    [PASSWORD]: formAlone(EnteredLogin, async (given) => {
      requireOwnPage(request)
      const device_name = browserName(request.headers['user-agent'])
      const from = comingFrom(app, request, given.email)
      const begun = await login(database, { ...given, device_name }, from).catch(inOwnWords)
      if ('token' in begun) return signedIn(begun)
      const t: Translate = wordsIn(locale)
      const sent = { form: CODE, fields: { challenge: begun.challenge }, says: '', faults: {} }
      return {
        title: t('兩步驟驗證', 'Two-step verification'),
        body: codePage(begun.challenge, { token: '', done: undefined, locale, sent }),
      }
    }),
    [CODE]: form(ChallengeAnswer, async (tx, answer) => {
      requireOwnPage(request)
      const begun = await answerChallenge(tx, answer, proverOf(app, request))
      if (begun instanceof Refusal) return begun
      return signedIn(begun)
    }),
  }
}
