import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { locales } from '../src/kit/words/words.ts'
import { inWords, languages } from '../src/modules/languages/languages.ts'
import { isMailed, isNotice, samples } from '../src/modules/languages/samples.ts'
import '../src/wiring.ts'
import { sources } from './sources.ts'

const names = Object.keys(samples).filter(isNotice)
const placeholders = (template: string) =>
  template.split(/[{}]/).flatMap((part, n) => {
    const [name = '', , last] = part.split(':')
    return n % 2 ? [name, last ?? name] : []
  })

test('every notice has words in every language, and they use its parameters and no others', () => {
  assert.ok(names.length > 80, `only ${names.length} were found`)
  const wrong = names.flatMap((name) =>
    locales.flatMap((locale) =>
      languages[locale].notices[name]
        .flatMap(placeholders)
        .filter((placeholder) => !(placeholder in samples[name]))
        .map((placeholder) => `${locale} ${name}: {${placeholder}}`),
    ),
  )
  assert.deepEqual(wrong, [])
  const silent = names.filter((name) => locales.some((locale) => !inWords(name, samples[name], locale).title))
  assert.deepEqual(silent, [])
})

test('every parameter is used in at least one language', () => {
  const unsaid = names.flatMap((name) => {
    const said = locales.flatMap((locale) => languages[locale].notices[name].flatMap(placeholders))
    return Object.keys(samples[name])
      .filter((param) => !said.includes(param) && !commonParams.includes(param))
      .map((param) => `${name}: ${param}`)
  })
  assert.deepEqual(unsaid, [])
})
// Parameters of all notices about the same record, which some notices do not use.
const commonParams = [
  'price',
  'words',
  'serial',
  'traveler',
  'type',
  'type_en',
  'contact',
  'reason',
  'starts',
  'ends',
  'link',
  'payment_id',
  'trip_en',
  'severity',
  'until',
  'author',
  'reported_to',
]

test('a link ends its line, whose words fit on a button unless the button has words of its own, which fit too and never say only "see it"', () => {
  const wrong = names.flatMap((name) =>
    locales.flatMap((locale) => {
      const { notices, mail } = languages[locale]
      const lines = notices[name][1].split('\n').filter((line) => line.includes('{link}'))
      const fits = (line: string) => mail.buttons[name] !== undefined || /^[^.。，]{2,40}[：:] ?\{link\}$/.test(line)
      return lines
        .filter((line) => !line.endsWith('{link}') || !fits(line))
        .concat(
          mail.buttons[name] !== undefined && !isMailed(name) && lines.length !== 1 ? ['a button without a link'] : [],
        )
        .map((line) => `${locale} ${name}: ${line}`)
    }),
  )
  assert.deepEqual(wrong, [])
  const labels = locales.flatMap((locale) => {
    const { buttons, pages } = languages[locale].mail
    return [...Object.values(buttons), ...Object.values(pages)]
  })
  assert.deepEqual(
    labels.filter((label) => !/^[^.。，：:]{2,40}$/.test(label) || /^(查看|開啟|See it|Open)$/.test(label)),
    [],
  )
})

test('no sentence contains a code: people read names', () => {
  const found = names.flatMap((name) =>
    locales.flatMap((locale) => {
      const { title, body } = inWords(name, samples[name], locale)
      const code = /\b[a-z]+_[a-z_]+\b|\[[A-Z]-|\^\[|\{|\}/.exec(`${title}\n${body}`)
      return code ? [`${locale} ${name}: ${code[0]}`] : []
    }),
  )
  assert.deepEqual(found, [])
})

test('no sentence contains a day as it is stored, or an amount with a code', () => {
  const found = names.flatMap((name) =>
    locales.flatMap((locale) => {
      const { title, body } = inWords(name, samples[name], locale)
      const stored = /\d{4}-\d\d-\d\d|\b[A-Z]{3} \d/.exec(`${title}\n${body}`)
      return stored ? [`${locale} ${name}: ${stored[0]}`] : []
    }),
  )
  assert.deepEqual(found, [])
})

test('days, spans, local times and hours are written in the language of the reader', () => {
  const off = { ...samples['leader-unavailability.approve'], starts: '2083-03-01', ends: '2083-03-05' }
  const briefing = { ...samples['trip-leader.briefing'], hours: '2083-02-25 19:00–20:30' }
  const paper = { ...samples['tour-leader.papers'], expires: '2083-03-12', return: '2083-03-14' }
  const offer = { ...samples['addon-request.sales-forward'], until: '2083-01-20 18:00' }
  const bodies = (locale: (typeof locales)[number]) => [
    inWords('leader-unavailability.approve', off, locale).body,
    inWords('trip-leader.briefing', briefing, locale).body,
    inWords('trip-leader.briefing', { ...briefing, hours: 'unset' }, locale).body,
    inWords('tour-leader.papers', paper, locale).body,
    inWords('addon-request.sales-forward', offer, locale).body.split('\n').at(-1),
  ]
  assert.deepEqual(bodies('zh-TW'), [
    '林領隊：特休 2083/3/1（一）– 3/5（五）\n（家庭旅遊）',
    'KIX270310A 關西賞櫻五日 說明會：2083/2/25 19:00–20:30',
    'KIX270310A 關西賞櫻五日 說明會：時間未定',
    '林領隊：執業證 外語領隊 於 2083/3/12 到期；KIX270310A 於 2083/3/14（日）回程。',
    '請於 2083/1/20 18:00 前回覆。',
  ])
  assert.deepEqual(bodies('en'), [
    '林領隊: Annual leave Mon 1 Mar – Fri 5 Mar 2083\n(家庭旅遊)',
    'KIX270310A Cherry blossoms in Kansai Briefing: 25 Feb 2083 19:00–20:30',
    'KIX270310A Cherry blossoms in Kansai Briefing: no hours yet',
    '林領隊: Licence 外語領隊 expires on 12 Mar 2083; KIX270310A returns on Sun 14 Mar 2083.',
    'Please answer before 20 Jan 2083 18:00.',
  ])
})

test('a line with a missing parameter is left out, and text inside a parameter is not read as a placeholder', () => {
  const given = { ...samples['addon-request.message'], price: null, words: '要{serial}嗎？' }
  assert.deepEqual(inWords('addon-request.message', given, 'zh-TW'), {
    title: 'AR0000042 新的訊息',
    body: 'KIX270310A 王小美：座位升等\n\n要{serial}嗎？',
  })
})

test('a language is one file, listed in two places, and no other source depends on a certain language', () => {
  const others = ['README.md', 'examples.ts', 'language.ts', 'languages.ts', 'samples.ts']
  const files = readdirSync(new URL('../src/modules/languages', import.meta.url)).filter(
    (name) => !others.includes(name),
  )
  assert.deepEqual(files.map((name) => name.replace('.ts', '')).sort(), [...locales].sort())
  assert.deepEqual(Object.keys(languages).sort(), [...locales].sort())
  const asks = /[!=]== '(?:zh-TW|en)'|'zh%'|'zh-TW' \| 'en'/
  const found = sources
    .filter(({ path, text }) => path !== 'src/kit/words/words.ts' && asks.test(text))
    .map(({ path }) => path)
  assert.deepEqual(found, [])
})

test('these notices are also mailed by notify, and no others', () => {
  assert.deepEqual(names.filter(isMailed), alsoMailed)
})
const alsoMailed = [
  'addon-request.created',
  'addon-request.created/quote',
  'addon-request.created/unapproved',
  'addon-request.created/unapproved-quote',
  'addon-request.created/approval',
  'addon-request.approve',
  'addon-request.approve/quote',
  'addon-request.decline',
  'addon-request.cancel',
  'addon-request.sales-inquiry',
  'addon-request.department-quote',
  'addon-request.sales-forward/mail',
  'addon-request.customer-response/accepted',
  'addon-request.customer-response/rejected',
  'addon-request.customer-response/negotiating',
  'addon-request.sales-confirm/accepted',
  'addon-request.sales-confirm/rejected',
  'addon-request.sales-confirm/negotiating',
  'addon-request.department-final',
  'addon-request.department-final/customer',
  'addon-request.department-decline',
  'addon-request.department-correct',
  'addon-request.department-correct/customer',
  'addon-request.department-undo',
  'addon-request.department-undo/customer',
  'addon-request.restored',
  'addon-request.recounted',
  'addon-request.assigned',
  'addon-request.handed-over',
  'addon-request.message',
  'addon-request.deadline-soon',
  'addon-request.deadline-passed',
  'approval.asked',
  'approval.approved',
  'approval.declined',
  'booking.link-asked',
  'payment-reminder.due',
  'payment-reminder.due/late',
  'payment-request.asked',
  'payment-request.cancelled',
  'payment.received',
  'payment.received/sales',
  'payment.refunded',
  'payment.refunded/sales',
  'paper.mailed',
  'paper.rooming_list',
  'paper.land_order',
  'paper.insurance_list',
  'refund.due',
  'payment.voided',
  'payment.voided/sales',
  'room-supplement.single',
  'room-supplement.shared',
  'room-supplement.single/kept',
  'room-supplement.shared/kept',
  'planned-trip.open',
  'planned-trip.guaranteed',
  'planned-trip.guaranteed/booked',
  'planned-trip.closed',
  'planned-trip.departed',
  'planned-trip.returned',
  'planned-trip.settled',
  'planned-trip.cancelled',
  'planned-trip.cancelled/briefing',
  'planned-trip.moved',
  'planned-trip.moved/booked',
  'planned-trip.moved/briefing',
  'trip-assembly.changed',
  'trip-news',
  'trip-news/booked',
  'trip-feedback.asked',
  'trip-feedback.answered',
  'trip-message',
  'trip-leader.assigned',
  'trip-leader.assigned-released',
  'trip-leader.briefing',
  'trip-leader.briefing-released',
  'trip-leader.briefing-moved',
  'trip-leader.named',
  'trip-leader.named/booked',
  'trip-leader.released/assigned',
  'trip-leader.released/briefing',
  'trip-handover.pending',
  'trip-handover.accepted',
  'trip-handover.returned',
  'trip-deadline.soon',
  'trip-deadline.overdue',
  'trip-flights.retimed',
  'trip-flights.retimed/booked',
  'leader-unavailability.requested',
  'leader-unavailability.entered',
  'leader-unavailability.approve',
  'leader-unavailability.decline',
  'leader-unavailability.cancel',
  'tour-leader.papers',
  'departure-notice.sent',
  'departure-notice.sent/changed',
  'seminar.leader-named',
  'seminar-session.moved',
  'seminar-session.cancelled',
  'seminar-session.invited',
  'seminar-guest.invited',
  'seminar-guest.joined',
  'seminar-guest.moved',
  'seminar-guest.cancelled',
  'traveler-document.wanted',
  'traveler-document.received',
  'traveler-document.verified',
  'traveler-document.rejected',
  'traveler-request.made',
  'traveler-request.confirmed',
  'traveler-request.declined',
  'change-request.asked',
  'change-request.accepted',
  'change-request.declined',
  'cancellation-request.asked',
  'cancellation-request.received',
  'cancellation-request.declined',
  'cancellation-request.withdrawn',
  'incident.reported',
  'incident.updated',
  'incident.closed',
  'trip-expense.questioned',
  'trip-expense.refused',
  'cheque.bounced',
  'payment-report.refused',
  'refund-order.asked',
  'refund-order.approved',
  'refund-order.refused',
  'enquiry.asked',
  'enquiry.handed-over',
  'booking.handed-over',
  'booking-message.asked',
  'booking-message.answered',
  'traveler.address',
  'traveler.called-off',
  'traveler.restored',
  'traveler.cancelled',
  'travelers.missing',
  'line.limited',
  'line.linked',
  'webhook.disabled/gone',
  'webhook.disabled/failing',
  'work.morning',
  'work.morning/late',
  'account.invitation',
  'account.password',
  'account.sign-in',
  'second-factor.confirmed',
  'second-factor.removed',
  'second-factor.reset',
  'second-factor.recovery_code_used',
]
