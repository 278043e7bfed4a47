import type { Words } from '../../kit/words/words.ts'

/** The reasons why persons look the same, the strongest first. A reason is the first word of a clue. */
export const reasons = {
  passport: ['護照號碼相同', 'The same passport'],
  national_id: ['身分證字號相同', 'The same national ID'],
  birth_date: ['姓名與出生日期相同', 'The same name and birth date'],
  mailbox: ['同一個已驗證的信箱', 'The same confirmed email'],
  email: ['姓名與電子郵件相同', 'The same name and email'],
  phone: ['姓名與電話相同', 'The same name and phone'],
} as const satisfies Record<string, Words>

export const reasonNames = Object.keys(reasons)
