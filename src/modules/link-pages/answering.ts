import { html } from '../../kit/http/pages/html.ts'
import { longText, sending } from '../../kit/http/pages/parts.ts'
import type { Sent } from '../../kit/http/pages/sent.ts'
import type { Answer } from '../addon-requests/request.ts'
import type { Translate } from './words.ts'

/** Three ways to answer an offer, with a word to the sales person. */
export const answering = (form: string, sent: Sent | undefined, t: Translate) => {
  const answers: [Answer, string, string][] = [
    ['accepted', t('接受', 'Accept'), 'main'],
    ['negotiating', t('想再討論', 'Discuss'), ''],
    ['rejected', t('不接受', 'Decline'), 'grave'],
  ]
  return sending({
    name: form,
    sent,
    body: longText({
      ...{ form, sent, name: 'response_message' },
      label: t('想對我們說的話（可不填）', 'A word to us (optional)'),
      attributes: html`maxlength="5000"`,
    }),
    button: html`${answers.map(([value, label, kind]) => html`<button class="button ${kind}" name="customer_response" value="${value}">${label}</button>`)}`,
  })
}
