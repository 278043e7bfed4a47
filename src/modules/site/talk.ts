import type { FastifyInstance, FastifyRequest } from 'fastify'
import { longDay } from 'guidon-design/formats'
import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import { oneOf } from '../../kit/fields.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { done, sending } from '../../kit/http/pages/parts.ts'
import { form, type Sent } from '../../kit/http/pages/sent.ts'
import { callerFingerprint, mailboxFingerprint } from '../../kit/http/server/caller.ts'
import { type Locale, plural } from '../../kit/words/words.ts'
import { fields } from '../form-fields.ts'
import { type Translate, wordsIn, zoneIn } from '../page-words.ts'
import { Joining, joinSession } from '../seminars/guests.ts'
import { consentBox, consentNotice, ofTalk, trap } from './consent.ts'
import { type SitePage, telephone } from './document.ts'
import { type Frame, pathIn } from './frame.ts'
import { unknownPage } from './other-pages.ts'
import type { PageWithForms } from './page.ts'
import { crumbs } from './parts.ts'
import { readTalk, type Talk } from './reads.ts'
import { talkFact } from './structured-data.ts'
import { hoursOf, talkCard, titleOf, venueOf } from './talks.ts'

type OneTalk = { talk: Talk; others: readonly Talk[] }

/** The page of one talk: when and where, and the form that keeps a seat; of a full one, which others are free. */
export function talkPage(frame: Frame, { talk, others }: OneTalk, locale: Locale, sent?: Sent): SitePage {
  const t = wordsIn(locale)
  const title = titleOf(talk, locale)
  const isFull = talk.status === 'full'
  return {
    ...{ title, path: `/talks/${talk.id}`, at: 'talks' },
    description: `${whenOf(talk, locale)} · ${venueOf(talk, t)}`,
    facts: [talkFact(talk, frame.house, locale)],
    body: html`
<div class="wrap leaf">
  ${crumbs([[t('講座', 'Talks'), pathIn(locale, '/talks')]], title, t)}
  <h1>${title}</h1>
  ${whenAndWhere(talk, locale, t)}
  ${isFull && !sent ? fullTalk(others, locale, t) : joiningForm(frame, sent, locale, t)}
  ${sent && isFull && othersThatAreFree(others, locale, t)}
  <p class="soft">${t('也可以來電', 'Or call us')} ${telephone(frame.house.phone)}</p>
</div>`,
  }
}

const whenOf = (talk: Talk, locale: Locale) => `${longDay(talk.starts_local.slice(0, 10), locale)} ${hoursOf(talk)}`

const whenAndWhere = (talk: Talk, locale: Locale, t: Translate) => html`
<dl class="ataglance">
  <div><dt>${t('時間', 'When')}</dt><dd>${whenOf(talk, locale)}<small>${zoneIn(talk.timezone, locale)}</small></dd></div>
  <div><dt>${t('地點', 'Where')}</dt><dd>${venueOf(talk, t)}<small>${talk.address}</small></dd></div>
  <div><dt>${t('費用', 'Price')}</dt><dd>${t('免費', 'Free')}</dd></div>
  <div><dt>${t('座位', 'Seats')}</dt><dd>${talk.status === 'full' ? t('已額滿', 'Full') : t('尚有座位', 'Available')}</dd></div>
</dl>`

const JOIN = 'join'

const joiningForm = (frame: Frame, sent: Sent | undefined, locale: Locale, t: Translate) => {
  const words = t(
    '我同意旅行社為保留座位與通知，使用以上個人資料。',
    'I agree that the agency uses these data to keep my seat and to write to me about it.',
  )
  return html`
<section class="card" id="join">
  <h2>${t('保留座位', 'Keep a seat')}</h2>
  <p class="soft">${t('電話和電子郵件請至少填一項；有電子郵件，我們會寄確認信。', 'Give a telephone number or a mail address; with an address you get a mail.')}</p>
  ${sending({
    ...{ name: JOIN, sent, button: t('保留座位', 'Keep a seat') },
    body: html`
${fields(Joining, ['name', 'people', 'phone', 'email'], { form: JOIN, sent, locale, pairs: true, values: { people: '1' } })}
${trap(JOIN)}
${consentBox(words, sent)}
${consentNotice(frame, ofTalk, locale)}`,
  })}
</section>`
}

const fullTalk = (others: readonly Talk[], locale: Locale, t: Translate) => html`
<p class="told">${t('這一場已額滿。', 'This talk is full.')}</p>
${othersThatAreFree(others, locale, t)}`

const othersThatAreFree = (others: readonly Talk[], locale: Locale, t: Translate): Markup => {
  if (!others.length)
    return html`<p><a href="${pathIn(locale, '/talks')}">${t('看其他講座', 'See the other talks')}</a></p>`
  return html`
<h2>${t('這幾場還有座位', 'These have free seats')}</h2>
<div class="talks">${others.map((other) => talkCard(other, locale, t))}</div>`
}

const JoiningOnPage = Type.Object({ ...Joining.properties, privacy_consent: oneOf(['yes']) })

/** A talk whose form was sent: the seat is kept by the same action as over the API. */
export function talkRoute({ keys }: FastifyInstance, request: FastifyRequest, id: number): PageWithForms {
  return {
    show: async (db, { locale, sent }) => {
      const { frame, ...one } = await oneTalk(db, id)
      return {
        ...(one.talk ? talkPage(frame, { ...one, talk: one.talk }, locale, sent) : unknownPage('/', locale)),
        frame,
      }
    },
    forms: ({ locale }) => ({
      [JOIN]: form(JoiningOnPage, async (tx, { privacy_consent: _given, ...guest }) => {
        const joined = await joinSession(
          tx,
          id,
          { ...guest, privacy_consent: true },
          {
            address: callerFingerprint(keys, request.ip),
            mailbox: mailboxFingerprint(keys, `${guest.email}`),
            locale,
          },
        )
        return joined instanceof Refusal ? joined : keptPage(joined, guest.email, locale)
      }),
    }),
  }
}

/** A talk, and up to three others that have free seats: the same one on other days first. */
export async function oneTalk(db: Db, id: number) {
  const { talk, talks, ...frame } = await readTalk(db, { id })
  const free = talks.filter((other) => other.id !== id && other.status === 'open')
  const isSame = (other: Talk) => other.title === talk?.title
  const others = [...free.filter(isSame), ...free.filter((other) => !isSame(other))].slice(0, 3)
  return { talk, others, frame }
}

type Joined = { name: string; people: number; session: Talk & { online_url: string | null } }

/** What a guest reads whose seat is kept. */
const keptPage = ({ name, people, session }: Joined, email: string | undefined, locale: Locale): Page => {
  const t = wordsIn(locale)
  const title = titleOf(session, locale)
  const seats = t(`已為您保留 ${people} 個座位`, `${plural(people, 'seat is', 'seats are')} kept for you`)
  const told = email
    ? t(
        `確認信已寄到 ${email}，不能前來時，請用信裡的連結取消。`,
        `A mail was sent to ${email}; if you cannot come, give up your seat with the link in it.`,
      )
    : t('不能前來時，請打電話告訴我們。', 'If you cannot come, please call us.')
  return {
    title: seats,
    body: html`
<div class="wrap leaf">
  ${crumbs(
    [
      [t('講座', 'Talks'), pathIn(locale, '/talks')],
      [title, pathIn(locale, `/talks/${session.id}`)],
    ],
    seats,
    t,
  )}
  <h1>${seats}</h1>
  ${done(t(`${name} 您好，期待與您見面。`, `${name}, we look forward to seeing you.`))}
  <h2>${title}</h2>
  ${whenAndWhere({ ...session, status: 'open' }, locale, t)}
  ${session.online_url && html`<p>${t('線上參加：', 'Join online:')} <a href="${session.online_url}" rel="noreferrer">${session.online_url}</a></p>`}
  <p>${told}</p>
</div>`,
  }
}
