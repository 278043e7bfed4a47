import { addonStatusWords } from 'guidon-sdk/words/addon-status'
import { bookingStatusWords } from 'guidon-sdk/words/booking-status'
import { departmentWords } from 'guidon-sdk/words/department'
import { documentStatusWords } from 'guidon-sdk/words/document-status'
import { roleWords } from 'guidon-sdk/words/role'
import { tripStatusWords } from 'guidon-sdk/words/trip-status'
import { dayAndTime, dayWithYear } from '../../../kit/days.ts'
import type { Say, Words } from '../../../kit/words.ts'

/** A value as its reader says it: days, moments and codes in words, nothing as a dash. */
export const valueIn = (say: Say, field: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return say('（空白）', '(empty)')
  if (typeof value === 'boolean') return value ? say('是', 'Yes') : say('否', 'No')
  if (typeof value === 'string') return textIn(say, field, value)
  if (Array.isArray(value))
    return value.length === 0
      ? say('（無）', '(none)')
      : value.map((each) => valueIn(say, field, each)).join(say('、', ', '))
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([key, each]) => `${key}: ${valueIn(say, key, each)}`)
      .join('；')
  if (typeof value === 'number' && !field.endsWith('_id')) return value.toLocaleString('en')
  return field.endsWith('_id') ? `#${value}` : String(value)
}

const textIn = (say: Say, field: string, text: string) => {
  const words = codes[text]
  if (words && /status|role|department|kind|state|method|locale|language/.test(field)) return say(...words)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayWithYear(text)
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return dayAndTime(text)
  return text
}

const codes: Record<string, Words> = {
  ...documentStatusWords,
  ...addonStatusWords,
  ...bookingStatusWords,
  ...tripStatusWords,
  ...roleWords,
  ...departmentWords,
  payment: ['收款', 'Payment'],
  refund: ['退款', 'Refund'],
  creditCard: ['信用卡', 'Credit card'],
  bankTransfer: ['銀行轉帳', 'Bank transfer'],
  cash: ['現金', 'Cash'],
  'zh-TW': ['中文（台灣）', 'Chinese (Taiwan)'],
  en: ['英文', 'English'],
  active: ['使用中', 'Active'],
  suspended: ['已停用', 'Suspended'],
}
