import type { Words } from '../../kit/words/words.ts'
import type { EnquiryStatus, enquirySteps } from './flow.ts'
import type { enquirySources, lostReasons } from './schema.ts'

export const statusWords: Record<EnquiryStatus, Words> = {
  new: ['新洽詢', 'New'],
  in_touch: ['聯絡中', 'In touch'],
  quoted: ['已報價', 'Quoted'],
  won: ['已成交', 'Won'],
  lost: ['未成交', 'Lost'],
}

export const stepWords: Record<keyof typeof enquirySteps, Words> = {
  'in-touch': ['改為聯絡中', 'Mark as in touch'],
  quote: ['改為已報價', 'Mark as quoted'],
  book: ['建立訂單', 'Make a booking'],
  link: ['連結訂單', 'Link a booking'],
  lose: ['改為未成交', 'Mark as lost'],
  reopen: ['重新開啟', 'Open again'],
}

export const sourceWords: Record<(typeof enquirySources)[number], Words> = {
  phone: ['電話', 'Telephone'],
  talk: ['說明會', 'Talk'],
  site: ['網站', 'Site'],
  line: ['LINE', 'LINE'],
  walk_in: ['親自來店', 'Walk-in'],
  recommendation: ['介紹', 'Recommendation'],
  other: ['其他', 'Other'],
}

export const lostWords: Record<(typeof lostReasons)[number], Words> = {
  price: ['價格', 'Price'],
  dates: ['日期不合', 'No date that fits'],
  full: ['已額滿', 'Full'],
  elsewhere: ['向別家報名', 'Booked elsewhere'],
  not_travelling: ['不出國了', 'Does not travel'],
  unreached: ['聯絡不上', 'Not reached'],
  other: ['其他', 'Other'],
}
