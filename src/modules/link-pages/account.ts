import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { Refusal, refuse } from '../../kit/errors.ts'
import type { PageRoute, Visit } from '../../kit/http/pages/forms.ts'
import { html } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { card, input, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import { requireOwnPage } from '../../kit/http/server/session-cookie.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { LONGEST_PASSWORD } from '../../kit/terms.ts'
import { terms } from '../../terms.ts'
import { browserName } from '../auth/browser-sessions.ts'
import { signInByLink } from '../auth/links.ts'
import { Reset, resetPasswordByMail } from '../auth/passwords.ts'
import { answerChallenge, ChallengeAnswer } from '../auth/sign-in.ts'
import type { AccountLink } from '../links/links.ts'
import { wordsIn } from '../page-words.ts'
import { pathIn } from '../site/frame.ts'

const Chosen = Type.Pick(Reset, ['password'])

/** The pages of an account's links: the first password, a forgotten password, and a sign-in. */
export function accountPage(app: FastifyInstance, kind: AccountLink): PageRoute {
  return kind === 'sign-in' ? signInRoute(app) : passwordRoute(kind)
}

const passwordRoute = (kind: AccountLink): PageRoute => ({
  show: async (db, visit) => passwordPage(await ownerOf(db, kind, visit.token), kind, visit),
  forms: (visit) => ({
    password: form(Chosen, async (tx, { password }) => {
      await ownerOf(tx, kind, visit.token)
      await resetPasswordByMail(tx, visit.token, password)
      return passwordChosen(visit)
    }),
  }),
})

const signInRoute = (app: FastifyInstance): PageRoute => ({
  // The link is used up when the second step is asked for, so a wrong code is told without it.
  show: async (db, visit) =>
    visit.sent?.form === 'code'
      ? codePage(String(visit.sent.fields.challenge), visit)
      : signInPage(await ownerOf(db, 'sign-in', visit.token), visit),
  forms: (visit, request) => ({ enter: signInForm(visit, request), code: codeForm(app, visit, request) }),
})

const signInForm = (visit: Visit, request: FastifyRequest) =>
  form(Type.Object({}), async (tx) => {
    requireOwnPage(request)
    await ownerOf(tx, 'sign-in', visit.token)
    const begun = await signInByLink(tx, visit.token, browserName(request.headers['user-agent']))
    return 'challenge' in begun
      ? codePage(begun.challenge, visit)
      : { to: pathIn(visit.locale, '/my/'), session: begun }
  })

const codeForm = ({ keys }: FastifyInstance, visit: Visit, request: FastifyRequest) =>
  form(ChallengeAnswer, async (tx, given) => {
    requireOwnPage(request)
    const begun = await answerChallenge(tx, given, { keys, address: callerFingerprint(keys, request.ip) })
    return begun instanceof Refusal ? begun : { to: pathIn(visit.locale, '/my/'), session: begun }
  })

type Given = { token_hash: Buffer; kind: AccountLink }

const owner = oneRow((db, { token_hash, kind }: Given) =>
  db
    .selectFrom('links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.name', 'u.email'])
    .select(sql<boolean>`l.used_at is null and l.expires_at > now() and u.status = 'active'`.as('is_open'))
    .where('l.token_hash', '=', token_hash)
    .where('l.kind', '=', kind),
)

/** The account of a link that can still be used. Looking uses nothing up. */
const ownerOf = async (db: Db, kind: AccountLink, token: string) => {
  const found = await owner(db, { token_hash: hashOf(token), kind })
  if (!found) return refuse('not_found', { detail: wrong })
  return found.is_open ? found : refuse('invalid_credentials', { title: over, detail: again[kind] })
}
type Owner = Awaited<ReturnType<typeof ownerOf>>

const wrong = [
  '這個連結不正確，請確認網址是否完整。',
  'This link is invalid; please check that it is complete.',
] as const
const over = ['這個連結已經用過或過期', 'This link was already used or has expired'] as const
const again = {
  invitation: [
    '若您已設定過密碼，請直接登入；否則請管理員再邀請您一次。',
    'If you have chosen a password already, sign in; otherwise ask an administrator to invite you again.',
  ],
  password: [
    '若您已設定過新密碼，請直接登入；否則請再申請一次重設密碼。',
    'If you have chosen the new password already, sign in; otherwise ask for another link.',
  ],
  'sign-in': [
    `連結只能使用一次，${terms.signInLink.spelled.zh}內有效；請再申請一次。`,
    `It is good for one use within ${terms.signInLink.spelled.en}; ask for another one.`,
  ],
} as const

/** The page on which the owner of an account chooses its password. */
const passwordPage = ({ name, email }: Owner, kind: AccountLink, visit: Visit): Page => {
  const t = wordsIn(visit.locale)
  const title =
    kind === 'invitation' ? t('設定您的密碼', 'Choose your password') : t('設定新密碼', 'Choose a new password')
  const form = 'password'
  const { sent } = visit
  const body = html`
<div class="field"><label for="account">${t('帳號', 'Account')}</label>
<input class="input" id="account" value="${email}" autocomplete="username" readonly></div>
${input({
  ...{ form, sent, name: 'password', type: 'password', label: t('密碼', 'Password') },
  hint: t(
    `至少 ${terms.password.zh}；一句好記的話最安全。`,
    `At least ${terms.password.en}; a sentence that you remember is safest.`,
  ),
  attributes: html`autocomplete="new-password" minlength="${terms.password.count}" maxlength="${LONGEST_PASSWORD}" required`,
})}`
  const hello = t(`${name} 您好`, `Hello, ${name}`)
  return {
    title,
    body: html`<div class="head"><h1>${title}</h1><p class="soft">${hello}</p></div>
${card(t('密碼', 'Password'), sending({ name: form, sent, body, button: t('儲存密碼', 'Save the password') }))}`,
  }
}

/** What follows when the password is chosen. */
const passwordChosen = (visit: Visit): Page => {
  const t = wordsIn(visit.locale)
  const title = t('密碼已設定', 'Your password is set')
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
<p>${t('其他裝置都已登出。現在可以用新密碼登入。', 'All other devices were signed out. You can sign in with it now.')}</p>
<p class="does"><a class="button main" href="/desk/sign-in">${t('登入', 'Sign in')}</a></p></section>`,
  }
}

/** The page with the button that signs in. */
const signInPage = ({ name, email }: Owner, visit: Visit): Page => {
  const t = wordsIn(visit.locale)
  const title = t('登入', 'Sign in')
  const body = html`<p>${t(`${name} 您好，您將以 ${email} 登入。`, `Hello, ${name}. You sign in as ${email}.`)}</p>`
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
${sending({ name: 'enter', sent: visit.sent, body, button: t('登入', 'Sign in') })}</section>`,
  }
}

/** The second step, if the account has a second factor. */
const codePage = (challenge: string, visit: Visit): Page => {
  const t = wordsIn(visit.locale)
  const title = t('再一個步驟', 'One more step')
  const form = 'code'
  const body = html`<input type="hidden" name="challenge" value="${challenge}">
${input({
  ...{ form, sent: visit.sent, name: 'code', label: t('驗證碼', 'Code') },
  hint: t('驗證器顯示的六位數字，或一組備用碼。', 'The six digits of your authenticator, or a recovery code.'),
  attributes: html`autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required`,
})}`
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
${sending({ name: form, sent: visit.sent, body, button: t('登入', 'Sign in') })}</section>`,
  }
}
