import { html } from '../../../kit/http/pages/html.ts'
import type { Page } from '../../../kit/http/pages/page.ts'
import { card, input, sending } from '../../../kit/http/pages/parts.ts'
import type { Visit } from '../../../kit/http/pages/taking.ts'
import { say } from '../../../kit/words/words.ts'
import type { AccountLink } from '../../links/schema.ts'
import type { Owner } from './queries.ts'

type Words = (zh: string, en: string) => string
const wordsOf =
  ({ locale }: Visit): Words =>
  (zh, en) =>
    say([zh, en], locale)

/** The page on which the owner of an account chooses its password. */
export const passwordPage = ({ name, email }: Owner, kind: AccountLink, visit: Visit): Page => {
  const t = wordsOf(visit)
  const title =
    kind === 'invitation' ? t('設定您的密碼', 'Choose your password') : t('設定新密碼', 'Choose a new password')
  const form = 'password'
  const { sent } = visit
  const body = html`
<div class="field"><label for="account">${t('帳號', 'Account')}</label>
<input class="input" id="account" value="${email}" autocomplete="username" readonly></div>
${input({
  ...{ form, sent, name: 'password', type: 'password', label: t('密碼', 'Password') },
  hint: t('至少 10 個字；一句好記的話最安全。', 'At least 10 characters; a sentence that you remember is safest.'),
  attributes: html`autocomplete="new-password" minlength="10" maxlength="200" required`,
})}`
  const hello = t(`${name} 您好`, `Hello, ${name}`)
  return {
    title,
    body: html`<div class="head"><h1>${title}</h1><p class="soft">${hello}</p></div>
${card(t('密碼', 'Password'), sending({ name: form, sent, body, button: t('儲存密碼', 'Save the password') }))}`,
  }
}

/** What follows when the password is chosen. */
export const passwordChosen = (visit: Visit): Page => {
  const t = wordsOf(visit)
  const title = t('密碼已設定', 'Your password is set')
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
<p>${t('其他裝置都已登出。現在可以用新密碼登入。', 'All other devices were signed out. You can sign in with it now.')}</p>
<p class="does"><a class="button main" href="/desk/sign-in">${t('登入', 'Sign in')}</a></p></section>`,
  }
}

/** The page with the button that signs in. */
export const signInPage = ({ name, email }: Owner, visit: Visit): Page => {
  const t = wordsOf(visit)
  const title = t('登入', 'Sign in')
  const body = html`<p>${t(`${name} 您好，您將以 ${email} 登入。`, `Hello, ${name}. You sign in as ${email}.`)}</p>`
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
${sending({ name: 'enter', sent: visit.sent, body, button: t('登入', 'Sign in') })}</section>`,
  }
}

/** The second step, if the account has a second factor. */
export const codePage = (challenge: string, visit: Visit): Page => {
  const t = wordsOf(visit)
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
