import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bookingStates,
  type CustomerFacts,
  cellOf,
  depositDue,
  moneyStates,
  standingOf,
  tripStates,
} from './customer-states.ts'

const now = { today: '2027-01-10', zone: 'Asia/Taipei' }
/** A proved booking of 40,000 with a deposit of 10,000, whose seats are held and for which nothing is paid. */
const plain: CustomerFacts = {
  ...{ status: 'held', is_offered: false, is_proved: true, proof_until: null, hold_expires_at: '2027-01-12T01:41:00Z' },
  ...{ cancel_cause: null, cancel_reason: null, cancel_reason_en: null },
  ...{ currency: 'TWD', total: 40000, paid: 0, balance: 40000, deposit: 10000 },
  ...{ deposit_due_on: '2027-01-12', balance_due_on: '2027-02-01', refunded: 0, refund_by: null, trip_status: 'open' },
  ...{ reported: 0, answer_by: null },
}
const paid = (amount: number): Partial<CustomerFacts> => ({ paid: amount, balance: 40000 - amount })
const confirmed = { status: 'confirmed', hold_expires_at: null } as const
const calledOff: Partial<CustomerFacts> = {
  ...{ status: 'cancelled', trip_status: 'cancelled', total: 0 },
  ...{ cancel_cause: 'below_minimum', cancel_reason: '未達最低人數' },
}
const reported = (amount: number): Partial<CustomerFacts> => ({ reported: amount, answer_by: '2027-01-13' })
const checking = '沒有要您做的事：我們正在確認您回報的付款。'
const checkingEn = 'There is nothing for you to do: we are checking the payment that you reported.'
const owedBack = (amount: number) => ({ paid: amount, balance: -amount, refund_by: '2027-01-24' })

// The state, then seats, trip, money and what to do now, in both languages.
type Row = [what: string, facts: Partial<CustomerFacts>, zh: string[], en: string[]]
const nothingToDo = '目前沒有要您做的事；有新的事，我們會寄信通知您。'
const nothingToDoEn = 'There is nothing for you to do now. We write to you when there is.'
const uncertain = '此團尚未確定成團，確定時我們會通知您。'
const uncertainEn = 'It is not certain yet that the trip takes place; we tell you when it is.'
const rows: Row[] = [
  [
    'waitlisted',
    { status: 'waitlisted', hold_expires_at: null },
    ['您在候補名單上，有名額時我們會通知您。', '', '候補中還不必付款。', '沒有要您做的事；有名額時我們會通知您。'],
    [
      'You are on the waitlist; we tell you when there are seats.',
      '',
      'You need not pay while you wait.',
      'There is nothing for you to do; we tell you when there are seats.',
    ],
  ],
  [
    'offered seats',
    { is_offered: true },
    [
      '有名額了，為您保留至 1/12 09:41；請在期限前接受，逾時將讓給下一位。',
      '',
      '尚未付款。',
      '請在 1/12 09:41 前接受名額。',
    ],
    [
      'There are seats for you, kept until 12 Jan 09:41. Accept them before that, or they go to the next in line.',
      '',
      'Nothing is paid yet.',
      'Accept the seats before 12 Jan 09:41.',
    ],
  ],
  [
    'held unproved',
    { is_proved: false },
    [
      '名額為您保留至 1/12 09:41；確認後報名才會成立，逾時將讓給下一位。',
      '',
      '尚未付款。',
      '請在 1/12 09:41 前確認報名。',
    ],
    [
      'Your seats are kept until 12 Jan 09:41. Your registration counts once you have confirmed it; after that time they go to the next in line.',
      '',
      'Nothing is paid yet.',
      'Confirm your registration before 12 Jan 09:41.',
    ],
  ],
  [
    'held with the deposit paid, also after a change of the mail address',
    { ...paid(10000), is_proved: false },
    [
      '已收到您的款項，名額為您保留，不會逾期；訂單確認後我們會通知您。',
      uncertain,
      '已收到訂金 NT$10,000，尾款 NT$30,000 請於 2/1（一）前付清。',
      nothingToDo,
    ],
    [
      'We have received your payment, so your seats are yours and do not lapse. We write to you when the booking is confirmed.',
      uncertainEn,
      'The deposit of NT$10,000 has arrived. The balance of NT$30,000 is due by Mon 1 Feb.',
      nothingToDoEn,
    ],
  ],
  [
    'held, and the deposit is reported as paid',
    reported(10000),
    [
      '已收到您的付款回報；確認期間，名額為您保留至 1/12 09:41。',
      uncertain,
      '您回報已付 NT$10,000，我們最晚 1/13（三）前確認。',
      checking,
    ],
    [
      'We have your report of a payment. While we check it, your seats are kept until 12 Jan 09:41.',
      uncertainEn,
      'You reported a payment of NT$10,000; we check it by Wed 13 Jan at the latest.',
      checkingEn,
    ],
  ],
  [
    'held, and less than the deposit is reported',
    reported(4000),
    [
      '名額為您保留至 1/12 09:41；請在期限前付款，逾時將讓給下一位。',
      uncertain,
      '尚未付款。',
      '請在 1/12 09:41 前付款。',
    ],
    [
      'Your seats are kept until 12 Jan 09:41. Pay before that, or they go to the next in line.',
      uncertainEn,
      'Nothing is paid yet.',
      'Pay before 12 Jan 09:41.',
    ],
  ],
  [
    'confirmed, and the balance that is overdue is reported as paid',
    { ...confirmed, ...paid(10000), balance_due_on: '2027-01-09', ...reported(30000) },
    ['您的訂單已確認。', uncertain, '您回報已付 NT$30,000，我們最晚 1/13（三）前確認。', checking],
    [
      'Your booking is confirmed.',
      uncertainEn,
      'You reported a payment of NT$30,000; we check it by Wed 13 Jan at the latest.',
      checkingEn,
    ],
  ],
  [
    'expired, and its customer says that it has paid',
    { status: 'expired', ...reported(10000) },
    [
      '保留期限已過，名額已釋出；若仍想參加，請與我們聯絡。',
      '',
      '您回報已付 NT$10,000，我們最晚 1/13（三）前確認。',
      checking,
    ],
    [
      'The time your seats were kept is over, and they were released. Contact us if you still want to travel.',
      '',
      'You reported a payment of NT$10,000; we check it by Wed 13 Jan at the latest.',
      checkingEn,
    ],
  ],
  [
    'confirmed, partly paid, of a trip that is certain',
    { ...confirmed, ...paid(5000), trip_status: 'guaranteed' },
    ['您的訂單已確認。', '此團確定出發。', '已收到 NT$5,000，尚有 NT$35,000 請於 1/12（二）前付清。', nothingToDo],
    [
      'Your booking is confirmed.',
      'The trip takes place for certain.',
      'NT$5,000 have arrived. The other NT$35,000 are due by Tue 12 Jan.',
      nothingToDoEn,
    ],
  ],
  [
    'confirmed and overdue',
    { ...confirmed, ...paid(10000), balance_due_on: '2027-01-09' },
    [
      '您的訂單已確認。',
      uncertain,
      '付款期限 1/9（六） 已過，尚有 NT$30,000 未付。',
      '付款期限 1/9（六） 已過，尚有 NT$30,000 未付。',
    ],
    [
      'Your booking is confirmed.',
      uncertainEn,
      'The payment was due by Sat 9 Jan; NT$30,000 are still to be paid.',
      'The payment was due by Sat 9 Jan; NT$30,000 are still to be paid.',
    ],
  ],
  [
    'cancelled by the house, everything paid',
    { ...calledOff, ...owedBack(40000) },
    [
      '很抱歉，此團取消出團，造成您的不便，我們深感歉意。',
      '',
      '應退您 NT$40,000，我們會於 1/24（日）前退還。',
      '您不必做任何事：我們會於 1/24（日）前退還 NT$40,000。',
    ],
    [
      'We are sorry: this trip does not take place, and we apologize for the trouble.',
      '',
      'We owe you NT$40,000 and pay it back by Sun 24 Jan.',
      'There is nothing for you to do: we pay NT$40,000 back by Sun 24 Jan.',
    ],
  ],
  [
    'cancelled by the house, and the refund is late',
    { ...calledOff, ...owedBack(40000), refund_by: '2027-01-09' },
    [
      '很抱歉，此團取消出團，造成您的不便，我們深感歉意。',
      '',
      '應退您 NT$40,000，原應於 1/9（六）前退還；很抱歉有所延誤，我們正在處理。',
      '您不必做任何事：我們正在處理 NT$40,000 的退款；若有疑問，請與我們聯絡。',
    ],
    [
      'We are sorry: this trip does not take place, and we apologize for the trouble.',
      '',
      'We owe you NT$40,000, which was to be paid back by Sat 9 Jan. We are sorry for the delay and are working on it.',
      'There is nothing for you to do: we are working on paying NT$40,000 back. Contact us if you have questions.',
    ],
  ],
  [
    'cancelled by the house, refunded',
    { ...calledOff, paid: 0, balance: 0, refunded: 40000 },
    ['很抱歉，此團取消出團，造成您的不便，我們深感歉意。', '', '已退還您 NT$40,000。', '已退款完成，沒有要您做的事。'],
    [
      'We are sorry: this trip does not take place, and we apologize for the trouble.',
      '',
      'NT$40,000 was paid back to you.',
      'The refund is paid; there is nothing for you to do.',
    ],
  ],
  [
    'cancelled by the traveler, nothing paid',
    { status: 'cancelled', cancel_cause: 'traveler', total: 0, balance: 0 },
    ['您的訂單已取消。', '', '您沒有付款，也不必付款。', '沒有要您做的事。'],
    [
      'Your booking is cancelled.',
      '',
      'You paid nothing, and nothing is to be paid.',
      'There is nothing for you to do.',
    ],
  ],
  [
    'cancelled by the traveler, who owes the fee',
    { status: 'cancelled', cancel_cause: 'traveler', total: 8000, balance: 8000 },
    ['您的訂單已取消。', '', '取消費用尚有 NT$8,000 未付。', '請與我們聯絡如何付清 NT$8,000。'],
    [
      'Your booking is cancelled.',
      '',
      'NT$8,000 of the cost of the cancellation are still to be paid.',
      'Please contact us on how to pay NT$8,000.',
    ],
  ],
  [
    'expired',
    { status: 'expired' },
    ['保留期限已過，名額已釋出；若仍想參加，請與我們聯絡。', '', '您沒有付款，也不必付款。', '沒有要您做的事。'],
    [
      'The time your seats were kept is over, and they were released. Contact us if you still want to travel.',
      '',
      'You paid nothing, and nothing is to be paid.',
      'There is nothing for you to do.',
    ],
  ],
  [
    'completed',
    { status: 'completed', ...paid(40000), trip_status: 'returned' },
    ['行程已經結束，謝謝您與我們同行。', '', '款項已付清。', '行程已經結束，謝謝您與我們同行。'],
    [
      'The trip is over. Thank you for traveling with us.',
      '',
      'Everything is paid.',
      'The trip is over. Thank you for traveling with us.',
    ],
  ],
]

for (const [what, facts, zh, en] of rows)
  test(`what the customer reads: ${what}`, () => {
    const read = (locale: 'zh-TW' | 'en') => {
      const { seat, trip, money, now: toDo } = standingOf({ ...plain, ...facts }, now, locale)
      return [seat, trip, money, toDo]
    }
    assert.deepEqual([read('zh-TW'), read('en')], [zh, en])
  })

/** Money that a booking of this state cannot have: a booking that has ended owes nothing but the cost of its cancellation. */
const impossible = (booking: string, money: string) =>
  /cancelled|expired/.test(booking) && (money === 'deposit' || money === 'part')

test('every state of booking, money and trip has its sentences in both languages', () => {
  for (const booking of bookingStates)
    for (const money of moneyStates)
      for (const trip of tripStates) {
        const cell = cellOf(booking, money, trip)
        const where = `${booking}, ${money}, ${trip}`
        for (const language of [0, 1] as const) {
          assert.ok(cell.seat[language], `${where}: seats`)
          assert.ok(cell.now[language], `${where}: what to do now`)
          if (!impossible(booking, money)) assert.ok(cell.money[language], `${where}: money`)
        }
        assert.match(cell.seat[0] + cell.trip[0] + cell.money[0] + cell.now[0], /\p{Script=Han}/u, where)
        assert.doesNotMatch(cell.seat[1] + cell.trip[1] + cell.money[1] + cell.now[1], /\p{Script=Han}/u, where)
        const isPaid = booking === 'held_paid' || booking === 'confirmed'
        if (isPaid) assert.doesNotMatch(cell.seat.join(), /\{until\}|逾時/, `${where}: paid seats do not lapse`)
      }
})

test('a reason is told in the language of its reader: as written, or by the cause alone where there is none in English', () => {
  const reasons = (facts: Partial<CustomerFacts>) =>
    (['zh-TW', 'en'] as const).map((locale) => standingOf({ ...plain, ...calledOff, ...facts }, now, locale).reason)
  assert.deepEqual(reasons({}), ['未達最低人數', 'The minimum number of travelers was not reached'])
  assert.deepEqual(reasons({ cancel_reason_en: 'Too few travelers' }), ['未達最低人數', 'Too few travelers'])
  assert.deepEqual(reasons({ cancel_cause: 'house_fault' }), ['未達最低人數', 'For a reason on our side'])
  assert.deepEqual(reasons({ cancel_cause: 'traveler' }), ['未達最低人數', 'At your request'])
})

test('the deposit is due at the hour at which the hold ends, and on its day once something is paid or the booking is confirmed', () => {
  const due = (facts: Partial<CustomerFacts>) => depositDue({ ...plain, ...facts })
  assert.deepEqual(due({ deposit_due_on: '2027-01-20' }), { at: '2027-01-12T01:41:00Z' })
  assert.deepEqual(due({ ...paid(4000) }), { on: '2027-01-12' })
  assert.deepEqual(due({ ...confirmed }), { on: '2027-01-12' })
  for (const none of [
    reported(10000),
    { is_proved: false },
    { is_offered: true },
    { status: 'waitlisted' as const },
    paid(10000),
  ])
    assert.equal(due(none), undefined)
})
