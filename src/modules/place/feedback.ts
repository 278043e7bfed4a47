import { shortDay } from 'guidon-design/formats'
import { Type } from 'typebox'
import { formed } from '../../kit/fields.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, done, longText, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { terms } from '../../terms.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { answerFeedback, type FeedbackOfBooking, stateOf } from '../trip-feedback/answer.ts'
import { Answer } from '../trip-feedback/feedback.ts'
import { type Subject, subjects } from '../trip-feedback/rules.ts'
import { type Holder, ownerOnly } from './holder.ts'
import { daysAfter } from './road/rules.ts'

const FEEDBACK = 'feedback'

/** After the return: how it was, in five scores and own words. An answer is shown, and can be changed for some days. */
export function feedbackCard(feedback: FeedbackOfBooking, visit: Visit): Markup {
  const { locale } = visit
  const t = wordsIn(locale)
  const state = stateOf(feedback)
  const isAnswered = feedback.answered_on !== null
  if (state === 'early' || (state === 'closed' && !isAnswered)) return html``
  const until = shortDay(daysAfter(feedback.answered_on ?? feedback.today, terms.feedbackChange.count), locale)
  const isOpen = !isAnswered || visit.sent?.form === FEEDBACK
  return card(
    isAnswered ? t('您的回答', 'Your answer') : t('這趟旅程如何？', 'How was it?'),
    html`
${visit.done === FEEDBACK && done(t('謝謝您，我們會仔細看。', 'Thank you. We read every answer.'))}
${isAnswered ? given(feedback, t) : html`<p class="soft">${t('五個簡短的問題，5 分最好。', 'Five short questions; 5 is best.')}</p>`}
${state === 'open' && questions(feedback, visit, t)}
${
  state === 'changeable' &&
  html`
<details${isOpen && html` open`}>
  <summary>${t(`更改，到 ${until} 為止`, `Change it, until ${until}`)}</summary>
  ${questions(feedback, visit, t)}
</details>`
}`,
    { id: FEEDBACK, className: state === 'open' ? 'asks' : '' },
  )
}

const fieldOf = (subject: Subject) => `${subject}_score` as const

const given = (feedback: FeedbackOfBooking, t: Translate) => html`
<dl class="facts scored">
  ${subjects.flatMap((subject) => {
    const score = feedback[fieldOf(subject)]
    if (score === null) return []
    const { question: asked, question_en } = feedback.questions[subject]
    return [html`<div><dt>${t(asked, question_en)}</dt><dd>${t(`${score} 分`, `${score} of 5`)}</dd></div>`]
  })}
</dl>
${feedback.remarks && html`<p class="words">${feedback.remarks}</p>`}`

const questions = (feedback: FeedbackOfBooking, { sent }: Visit, t: Translate) =>
  sending({
    ...{ name: FEEDBACK, sent, button: feedback.answered_on ? t('儲存', 'Save') : t('送出', 'Send') },
    body: html`
${subjects.map((subject) => question(subject, feedback, sent, t))}
${longText({
  ...{ form: FEEDBACK, sent, name: 'remarks', label: t('還想告訴我們什麼？', 'Anything else?') },
  value: feedback.remarks ?? '',
  attributes: html`maxlength="2000"`,
})}`,
  })

const question = (subject: Subject, feedback: FeedbackOfBooking, sent: Visit['sent'], t: Translate) => {
  const name = fieldOf(subject)
  const { question: asked, question_en } = feedback.questions[subject]
  const isRefused = sent?.form === FEEDBACK
  const chosen = isRefused ? `${sent.fields[name] ?? ''}` : `${feedback[name] ?? ''}`
  const faults = isRefused ? sent.faults[name] : undefined
  const [least, most] =
    subject === 'again' ? [t('不會', 'No'), t('一定會', 'Surely')] : [t('很差', 'Poor'), t('很好', 'Very good')]
  const option = (score: number) => html`
<label><input type="radio" name="${name}" value="${score}"${chosen === `${score}` && html` checked`}><span>${score}</span></label>`
  return html`
<fieldset class="field score">
  <legend class="label">${t(asked, question_en)}</legend>
  <div class="scale">${[1, 2, 3, 4, 5].map(option)}</div>
  <p class="between soft small" aria-hidden="true"><span>${least}</span><span>${most}</span></p>
  ${faults && html`<p class="fault">${faults.join(' ')}</p>`}
</fieldset>`
}

// A score is sent as text.
const score = () => Type.Optional(formed('^[1-5]$', '4'))
const SentAnswer = Type.Object({
  trip_score: score(),
  leader_score: score(),
  hotels_score: score(),
  meals_score: score(),
  again_score: score(),
  remarks: Type.Optional(Answer.properties.remarks),
})

export function feedbackForms(holder: Holder) {
  return {
    [FEEDBACK]: form(SentAnswer, async (tx, { remarks = null, ...sent }) => {
      const scores = Object.fromEntries(
        subjects.map((subject) => [fieldOf(subject), Number(sent[fieldOf(subject)]) || null]),
      )
      await answerFeedback(tx, ownerOnly(holder).booking, { ...scores, remarks })
      return undefined
    }),
  }
}
