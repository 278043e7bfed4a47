import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, done, facts, input, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { comingFrom } from '../auth/guard.ts'
import { Address, askForLink } from '../auth/links.ts'
import { changePassword, PasswordChange } from '../auth/passwords.ts'
import { askForLostLink, LostLink } from '../bookings/lost-link.ts'
import { fields } from '../form-fields.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { pathIn } from '../site/frame.ts'
import { passwordPath } from './password.ts'

type OnSignIn = {
  /** The page that was refused, to which a sign-in leads back. */
  wanted: string | undefined
  /** What a page has refused that needs somebody who is signed in. */
  why: string | undefined
}

/** Where a customer asks for a mail that signs in. */
export function signInPage({ wanted, why }: OnSignIn, { locale, sent, done: said }: Visit): Markup {
  const t = wordsIn(locale)
  return html`<header class="head"><h1>${t('我的訂單', 'My booking')}</h1>${why && html`<p class="lead">${why}</p>`}</header>
${card(
  t('用信箱登入', 'Sign in by mail'),
  html`${said === BY_MAIL && done(linkSent(t))}
<p class="soft">${withoutPassword(t)}</p>
${sending({
  ...{ name: BY_MAIL, sent, button: t('寄登入連結給我', 'Mail me a link') },
  body: fields(Address, ['email'], { form: BY_MAIL, sent, locale }),
})}
<p><a href="${passwordPath(locale, wanted)}">${t('我有密碼', 'I have a password')}</a></p>`,
  { className: 'asks' },
)}
${card(
  t('找不到訂單的連結？', 'Lost the link of your booking?'),
  html`${said === LOST && done(lostSent(t))}
<p class="soft">${linkInMail(t)}</p>
${sending({
  ...{ name: LOST, sent, button: t('再寄連結給我', 'Mail me the link'), kind: '' },
  body: fields(LostLink, ['booking_number', 'contact'], { form: LOST, sent, locale }),
})}`,
  { className: 'asks' },
)}`
}
const BY_MAIL = 'mail'
const LOST = 'lost'

const linkSent = (t: Translate) =>
  t(
    `若這個信箱有帳號，登入連結已經寄出；${terms.signInLink.spelled.zh}內有效。沒收到時，請看看垃圾信件匣。`,
    `If this address has an account, a link to sign in was mailed. It is good for ${terms.signInLink.spelled.en}; look among the junk mail too.`,
  )

const withoutPassword = (t: Translate) =>
  t(
    '不需要密碼：我們寄一封信給您，按下裡面的連結就登入。',
    'You need no password: we send you a mail with a link that signs you in.',
  )

const linkInMail = (t: Translate) =>
  t(
    '報名後我們寄給您的信裡有一個連結，直接開啟您的訂單。找不到那封信時，我們再寄一次到訂單的信箱。',
    'The mail that you got after you registered has a link that opens your booking. If you cannot find it, we mail it again to the address of the booking.',
  )

const lostSent = (t: Translate) =>
  t(
    `若訂單編號與電話或信箱相符，連結已經寄到訂單的信箱；每 ${terms.lostLink.zh}最多寄一次，請也看看垃圾信件匣。訂單沒有留信箱時，我們會與您聯絡。`,
    `If the number and the telephone or address belong together, the link was mailed to the address of the booking, at most once in ${terms.lostLink.en}; look among the junk mail too. If the booking has no mail address, we contact you.`,
  )

/** The forms that ask for a link. The answer is the same whether the account or the booking exists or not. */
export function signInForms(app: FastifyInstance, request: FastifyRequest) {
  return {
    mail: form(Address, async (tx, { email }) => {
      await askForLink(tx, 'auth.sign-in', email, comingFrom(app, request, email))
      return undefined
    }),
    [LOST]: form(LostLink, async (tx, asked) => {
      await askForLostLink(tx, asked, callerFingerprint(app.keys, request.ip))
      return undefined
    }),
  }
}

/** The account of a customer: whose it is, and its password. */
export function accountPage({ name, email }: { name: string; email: string }, { locale, sent }: Visit): Markup {
  const t = wordsIn(locale)
  const form = 'password'
  const field = (name: string, label: string, complete: string) =>
    input({ form, sent, name, label, type: 'password', attributes: html`autocomplete="${complete}" required` })
  return html`<p class="back"><a href="${pathIn(locale, '/my/')}">‹ ${t('我的訂單', 'My bookings')}</a></p>
<header class="head"><h1>${t('我的帳號', 'My account')}</h1></header>
${card(
  t('帳號', 'Account'),
  facts([
    [t('姓名', 'Name'), name],
    [t('電子郵件', 'Email'), email],
  ]),
)}
${card(
  t('更改密碼', 'Change the password'),
  html`<p class="soft">${t('忘記密碼時不必更改：用信箱登入即可。', 'If you have forgotten it, you need none: sign in by mail.')}</p>
${sending({
  ...{ name: form, sent, button: t('更改密碼', 'Change the password') },
  body: html`${field('current_password', t('目前的密碼', 'Current password'), 'current-password')}
${field('password', t(`新密碼，至少 ${terms.password.zh}`, `New password, at least ${terms.password.en}`), 'new-password')}`,
})}`,
)}`
}

export function accountForms(account: Actor, locale: Locale) {
  return {
    password: form(PasswordChange, async (tx, { current_password, password }) => {
      const refused = await changePassword(tx, account, current_password, password)
      return refused ?? { to: `${pathIn(locale, '/my/')}?done=password#done` }
    }),
  }
}

/** Why a booking is not shown to a stranger. */
export function signInFirst(locale: Locale) {
  return say(
    [
      '請用信箱登入，或打開我們寄給您的信裡的連結，就能看到訂單。',
      'Sign in by mail, or open the link in a mail from us, to see the booking.',
    ],
    locale,
  )
}
