/** A parameter: a text, a number, a code or several codes, or nothing, and then its line of the sentence is left out. */
export type Param = string | number | null | readonly string[]

// An example of a link, whose secret is never stored.
const page = (path: string) => `https://guidon.example/${path}/q3Jx…`

const extra = {
  number: 'AR0000042',
  serial: 'KIX270310A',
  traveler: '王小美',
  type: '座位升等',
  type_en: 'Seat upgrade',
  price: 'TWD 12,000',
  words: '想要靠窗的座位，謝謝。',
}
const party = {
  number: 'KIX270310A-007',
  trip: '關西賞櫻五日',
  departure: '2027-03-10',
  contact: '王小美',
  reason: '家人生病，改期再出發。',
}
const booked = {
  ...party,
  serial: 'KIX270310A',
  return: '2027-03-14',
  status: '名額保留中 Seats held',
  kept_until: '2027-01-20 18:00',
  lines: '成人 Adult × 2  TWD 79800',
  total: 'TWD 79800',
  deposit: 'TWD 20000',
  deposit_due: '2027-01-23',
  balance_due: '2027-02-08',
  fee: 'TWD 3990',
  refund: 'TWD 16010',
  trip_en: 'Cherry blossoms in Kansai',
  link: page('l/booking'),
}
const trip = { serial: 'KIX270310A', name: '關西賞櫻五日', starts: '2027-03-10', ends: '2027-03-14' }
const journey = { ...trip, name_en: 'Cherry blossoms in Kansai' }
const named = { serial: journey.serial, name: journey.name, name_en: journey.name_en }
const money = {
  number: 'KIX270310A-007',
  serial: 'KIX270310A',
  trip: '關西賞櫻五日',
  trip_en: journey.name_en,
  amount: 'TWD 20,000',
  method: 'bankTransfer',
  day: '2027-01-21',
  balance: 'TWD 59,800',
  balance_due: '2027-02-08',
  reason: '金額輸入錯誤',
}
const ledBy = { ...journey, leader: '林領隊', leader_en: 'Lin Yi-chun' }
const flights = {
  serial: named.serial,
  changes:
    'BR132 TPE–KIX：2027-03-10 08:30–12:10 → 2027-03-10 09:05–12:45\nBR131 KIX–TPE：2027-03-14 13:10–15:25 → 取消',
  changes_en:
    'BR132 TPE–KIX: 2027-03-10 08:30–12:10 → 2027-03-10 09:05–12:45\nBR131 KIX–TPE: 2027-03-14 13:10–15:25 → cancelled',
}
const briefing = { serial: trip.serial, name: trip.name, hours: '2027-02-25 19:00–20:30' }
const days = { leader: '林領隊', type: 'annual_leave', starts: '2027-03-01', ends: '2027-03-05', note: '家庭旅遊' }
const handover = { serial: 'KIX270310A', name: '關西賞櫻五日', kind: 'sales_to_op', note: '兩位素食，請留意。' }
const deadline = { serial: 'KIX270310A', label: '分房表', label_en: 'Rooming list', due: '2027-02-28' }
const session = {
  title: '關西賞櫻說明會',
  title_en: 'Cherry blossoms in Kansai',
  time: '2027-02-25 19:00',
  venue: '台北總公司 3 樓',
}
const paper = { serial: 'KIX270310A', number: 'KIX270310A-007', kind: 'passport', reason: '照片模糊，看不清護照號碼。' }
const need = { serial: 'KIX270310A', number: 'KIX270310A-007', kind: 'meal' }
const place = {
  title: session.title,
  title_en: session.title_en,
  place: '2027-02-25 19:00 (Asia/Taipei)\n台北總公司 3 樓',
  link: page('l/session'),
}

const morning = {
  count: 3,
  lines:
    '即將到期的名額保留（2）\n・KIX270310A-007 王小美 2027-01-20\n・KIX270310A-008 林大同 2027-01-21\n\n待報價給客戶（1）\n・AR0000042 王小美 2027-01-22',
  link: page('desk'),
}

/** Everything that people are told, each with its parameters and an example of them. What follows `/` tells apart the sentences of one event. */
export const samples = {
  'addon-request.created': extra,
  'addon-request.created/quote': extra,
  'addon-request.created/unapproved': extra,
  'addon-request.created/unapproved-quote': extra,
  'addon-request.created/approval': extra,
  'addon-request.approve': extra,
  'addon-request.approve/quote': extra,
  'addon-request.decline': extra,
  'addon-request.cancel': extra,
  'addon-request.sales-inquiry': extra,
  'addon-request.department-quote': extra,
  'addon-request.sales-forward': extra,
  'addon-request.sales-forward/mail': {
    ...extra,
    trip: '關西賞櫻五日',
    link: page('l/offer'),
    label: '2 份合計',
    quantity: 2,
    until: '2027-01-20 18:00',
  },
  'addon-request.customer-response/accepted': extra,
  'addon-request.customer-response/rejected': extra,
  'addon-request.customer-response/negotiating': extra,
  'addon-request.sales-confirm/accepted': extra,
  'addon-request.sales-confirm/rejected': extra,
  'addon-request.sales-confirm/negotiating': extra,
  'addon-request.department-final': extra,
  'addon-request.department-decline': extra,
  'addon-request.department-correct': extra,
  'addon-request.department-undo': extra,
  'addon-request.recounted': { ...extra, words: '2 → 3' },
  'addon-request.assigned': extra,
  'addon-request.handed-over': extra,
  'addon-request.message': extra,
  'addon-request.deadline-soon': extra,
  'addon-request.deadline-passed': extra,

  'booking.register/sales': party,
  'booking.confirm-contact/sales': party,
  'booking.offer/sales': party,
  'booking.accept/sales': party,
  'booking.decline/sales': party,
  'booking.cancel/sales': party,
  'booking.expire/sales': party,
  'booking.transfer/sales': party,
  'booking.register': booked,
  'booking.register/unproved': booked,
  'booking.confirm-contact': booked,
  'booking.offer': booked,
  'booking.accept': booked,
  'booking.confirm': booked,
  'booking.cancel': booked,
  'booking.call_off': booked,
  'booking.call_off/costs': booked,
  'booking.cancel-traveler': booked,
  'booking.traveler-cancelled': party,
  'booking.expire': booked,
  'booking.reinstate': booked,
  'booking.transfer': booked,
  'booking.contact-changed': { number: 'KIX270310A-007' },

  'payment.received': money,
  'payment.received/sales': money,
  'payment.refunded': money,
  'payment.refunded/sales': money,
  'payment.voided': money,
  'payment.voided/sales': money,

  'planned-trip.open': trip,
  'planned-trip.open/back': trip,
  'planned-trip.guaranteed': trip,
  'planned-trip.guaranteed/booked': journey,
  'planned-trip.closed': trip,
  'planned-trip.closed/back': trip,
  'planned-trip.departed': trip,
  'planned-trip.departed/back': trip,
  'planned-trip.returned': trip,
  'planned-trip.returned/back': trip,
  'planned-trip.settled': trip,
  'planned-trip.cancelled': trip,
  'planned-trip.cancelled/briefing': briefing,
  'planned-trip.moved': { ...trip, from: '2027-03-10', to: '2027-03-12' },
  'planned-trip.moved/booked': { ...named, from: '2027-03-10', to: '2027-03-12', ends: '2027-03-16' },
  'planned-trip.moved/briefing': briefing,
  'trip-assembly.changed': {
    ...named,
    time: '2027-03-10 06:00',
    ...{ place: '桃園機場第二航廈三樓團體櫃檯', contact: '0912 345 678' },
  },
  'trip-leader.assigned': trip,
  'trip-leader.assigned-released': trip,
  'trip-leader.briefing': briefing,
  'trip-leader.briefing-released': briefing,
  'trip-leader.briefing-moved': briefing,
  'trip-leader.named': ledBy,
  'trip-leader.named/booked': { ...named, leader: ledBy.leader, leader_en: ledBy.leader_en },
  'trip-leader.released/assigned': trip,
  'trip-leader.released/briefing': trip,
  'trip-handover.pending': handover,
  'trip-handover.accepted': handover,
  'trip-handover.returned': handover,
  'trip-deadline.soon': deadline,
  'trip-deadline.overdue': deadline,
  'trip-flights.retimed': flights,
  'trip-flights.retimed/booked': { ...flights, ...named },

  'leader-unavailability.requested': days,
  'leader-unavailability.entered': days,
  'leader-unavailability.approve': days,
  'leader-unavailability.decline': days,
  'leader-unavailability.cancel': days,
  'tour-leader.papers': {
    leader: '林領隊',
    kind: 'license',
    detail: ' 外語領隊',
    expires: '2027-03-12',
    serial: 'KIX270310A',
    return: '2027-03-14',
  },

  'seminar.leader-named': { title: session.title, title_en: session.title_en },
  'seminar-session.moved': session,
  'seminar-session.cancelled': session,
  'seminar-session.invited': session,
  'seminar-guest.invited': place,
  'seminar-guest.joined': place,
  'seminar-guest.moved': place,
  'seminar-guest.cancelled': place,

  'traveler-document.wanted': paper,
  'traveler-document.received': paper,
  'traveler-document.verified': paper,
  'traveler-document.rejected': paper,
  'traveler-request.made': need,
  'traveler-request.confirmed': need,
  'traveler-request.declined': need,
  'traveler.completed': { serial: paper.serial, number: paper.number, fields: ['surname_en', 'passport_number'] },
  'traveler.address': { ...journey, link: page('l/traveler') },
  'traveler.called-off': named,
  'traveler.cancelled': named,
  'travelers.missing': { serial: paper.serial, number: paper.number, checks: ['passport_missing', 'visa_missing'] },

  'webhook.disabled/gone': { name: '會計系統' },
  'webhook.disabled/failing': { name: '會計系統' },

  'work.morning': morning,
  'work.morning/late': { ...morning, overdue: 2 },

  'account.invitation': { link: page('l/invitation') },
  'account.password': { link: page('l/password') },
  'account.sign-in': { link: page('l/sign-in') },
  'second-factor.confirmed': {},
  'second-factor.removed': {},
  'second-factor.reset': {},
  'second-factor.recovery_code_used': {},

  // A notice of the release before, which kept only the text.
  'as-written': { title: 'AR0000042 部門已報價', body: 'KIX270310A 王小美：座位升等' },
} as const satisfies Record<string, Readonly<Record<string, Param>>>

export type NoticeName = keyof typeof samples
/** The parameters of a notice: all of them are given, if only as null. */
export type ParamsOf<N extends NoticeName> = { readonly [K in keyof (typeof samples)[N]]: Param }

export const isNotice = (name: string): name is NoticeName => Object.hasOwn(samples, name)
