import type { Words } from '../../kit/words/words.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import type { StepName } from './flow.ts'
import type { LineKind } from './schema.ts'

export const statusWords: Record<BookingStatus, Words> = {
  waitlisted: ['候補中', 'Waitlisted'],
  held: ['名額保留中', 'Seats held'],
  confirmed: ['已確認', 'Confirmed'],
  cancelled: ['已取消', 'Cancelled'],
  completed: ['已完成', 'Completed'],
  expired: ['保留逾期', 'Hold lapsed'],
}

export const lineWords: Record<LineKind, Words> = {
  adult: ['成人', 'Adult'],
  child_with_bed: ['兒童（佔床）', 'Child with a bed'],
  child_no_bed: ['兒童（不佔床）', 'Child without a bed'],
  infant: ['嬰兒', 'Infant'],
  single_supplement: ['單人房差', 'Single supplement'],
  addon: ['加購', 'Extra'],
  surcharge: ['加價', 'Surcharge'],
  discount: ['優惠', 'Discount'],
  cancellation: ['取消結算', 'Settled on cancellation'],
}

type Mailed = Exclude<StepName, 'decline' | 'complete' | 'reopen'> | 'cancel-traveler'

/** The mails about steps: subject and first sentence. */
export const letters: Record<Mailed, { subject: Words; says: Words }> = {
  register: {
    subject: ['我們已收到您的報名', 'We have your registration'],
    says: ['感謝您的報名，以下是您的訂單。', 'Thank you for registering. This is your booking.'],
  },
  'confirm-contact': {
    subject: ['報名已確認，名額為您保留', 'Your registration is confirmed'],
    says: ['感謝您的確認，以下是您的訂單。', 'Thank you for confirming. This is your booking.'],
  },
  offer: {
    subject: ['候補名額釋出，請於期限內接受', 'Seats are free for you: please accept in time'],
    says: [
      '您候補的行程有名額了。請在期限前接受，逾時將讓給下一位。',
      'There are seats for you. Accept them in time, or they go to the next in line.',
    ],
  },
  accept: {
    subject: ['您已接受候補名額', 'You have accepted your seats'],
    says: ['名額已為您保留，請於期限前繳交訂金。', 'The seats are kept for you; please pay the deposit in time.'],
  },
  confirm: {
    subject: ['您的訂單已確認', 'Your booking is confirmed'],
    says: ['您的訂單已確認，期待與您同行。', 'Your booking is confirmed. We look forward to the trip.'],
  },
  cancel: {
    subject: ['您的訂單已取消', 'Your booking is cancelled'],
    says: ['您的訂單已取消。', 'Your booking is cancelled.'],
  },
  call_off: {
    subject: ['行程取消通知', 'Your trip does not take place'],
    says: [
      '很抱歉，此團取消出團，不收取任何費用，已付款項將全數退還。',
      'We are sorry: this trip does not take place. Nothing is due for it, and all you paid is paid back.',
    ],
  },
  expire: {
    subject: ['名額保留已逾期', 'Your hold has lapsed'],
    says: [
      '保留期限已過，名額已釋出。若仍想參加，請與我們聯絡。',
      'The time your seats were kept is over, and they are free again. Talk to us if you still want to come.',
    ],
  },
  reinstate: {
    subject: ['您的名額已恢復保留', 'Your seats are kept again'],
    says: ['您的名額已恢復保留，請於期限前繳交訂金。', 'Your seats are kept again; please pay the deposit in time.'],
  },
  transfer: {
    subject: ['您的訂單已轉至其他團', 'Your booking was moved to another trip'],
    says: ['您的訂單已轉至以下行程。', 'Your booking was moved to this trip.'],
  },
  'cancel-traveler': {
    subject: ['訂單中的一位旅客已取消', 'A traveler of your booking was cancelled'],
    says: [
      '訂單中的一位旅客已取消，其他旅客的行程不變。以下是您的訂單。',
      'One traveler of your booking was cancelled; the others still travel. This is your booking.',
    ],
  },
}
export const isLetter = (step: string): step is Mailed => step in letters

/** The first sentence if costs are kept from what was paid for a trip that is called off. */
export const keptCosts: Words = [
  '很抱歉，此團取消出團。您已付的款項扣除下列已發生的費用後，將全數退還。',
  'We are sorry: this trip does not take place. What you paid is paid back, less the costs below that were already spent for you.',
]

/** The mail to a mailbox that is not proved yet. It contains nothing that the caller typed, so that it cannot be abused for spam. */
export const unprovedLetter: { subject: Words; says: Words } = {
  subject: ['請確認您的信箱，完成報名', 'Please confirm your address to complete the registration'],
  says: [
    '有人以這個信箱報名以下行程。若是您，請在期限內開啟連結並確認，名額才會為您保留；若不是，請不必理會。',
    'Somebody gave this address for a registration. If it was you, open the link and confirm in time, so that the seats are kept for you; otherwise there is nothing to do.',
  ],
}
