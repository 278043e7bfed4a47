import type { Day } from './days.ts'
import { readTyped } from './typed-days.ts'

/** The kind of value of a text field. Date pickers are not listed here. */
export type Typed = 'amount' | 'time' | 'day' | 'birth'

/**
 * Converts what was typed into the format of the service: `NT$ 45,000` to 45000, `6:30` to 06:30, `民國 107/6/15` to 2018-06-15.
 * Anything else stays as it was typed, so that the service refuses it at its field.
 */
export const plainOf = (typed: Typed | undefined, text: string, near: Day): string => {
  // Turns full-width digits and signs into those of ASCII.
  const plain = text.normalize('NFKC').trim()
  switch (typed) {
    case 'amount':
      return amountIn(plain) ?? text.trim()
    case 'time':
      return timeIn(plain) ?? text.trim()
    case 'day':
    case 'birth':
      return readTyped(typed, plain, near) ?? text.trim()
    case undefined:
      return text.trim()
  }
}

/** The number in a field outside of a form, NaN if it is none. */
export const numberTyped = (text: string) => Number(plainOf('amount', text, ''))

/**
 * A number as it is sent to the service. A text that is no number is sent as it was typed, although its type says number: so the
 * service refuses it at its field, while NaN would arrive as "no value".
 */
export const numberSent = (text: string) => {
  const number = numberTyped(text)
  return Number.isNaN(number) ? (text as unknown as number) : number
}

/** The same for a field that may be empty. */
export const numberIn = (text: string) => (text === '' ? null : numberSent(text))

const IN_MONEY = /^(?:(?:NT\s?\$?|TWD|[A-Z]{1,4}\$|[$€£¥₩฿₫₱₹])\s*)?(.*?)(?:\s*(?:元整?|圓整?|TWD|%))?$/i
const GROUPED = /^-?\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?$/
const BARE = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/

const amountIn = (plain: string) => {
  const [, number = ''] = IN_MONEY.exec(plain) ?? []
  if (GROUPED.test(number)) return number.replace(/[, ]/g, '')
  return BARE.test(number) ? number : undefined
}

const HALF = '(上午|早上|凌晨|中午|下午|晚上|am|pm|a\\.m\\.|p\\.m\\.)'
const WITH_SIGN = new RegExp(`^${HALF}?\\s*(\\d{1,2})\\s*[:.時點]\\s*(\\d{1,2}|半)?\\s*分?\\s*${HALF}?$`, 'i')
const DIGITS = /^(\d{1,2})(\d\d)$/

const timeIn = (plain: string) => {
  const [, before, typed = '', minute = '00', behind] = WITH_SIGN.exec(plain) ?? withoutHalf(DIGITS.exec(plain))
  const hour = typed && onTheDay(Number(typed), before ?? behind)
  const minutes = minute === '半' ? 30 : Number(minute)
  if (hour === '' || hour > 23 || minutes > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

const withoutHalf = (found: RegExpExecArray | null) => (found ? [found[0], undefined, found[1], found[2]] : [])

const onTheDay = (hour: number, half: string | undefined) => {
  if (half === undefined || hour > 12) return hour
  const isLater = /^(中午|下午|晚上|p)/i.test(half)
  return (hour % 12) + (isLater ? 12 : 0)
}

/** The kind of value that a control expects. Numbers are recognized by the keyboard that the control asks for. */
export const typedIn = (control: Element | RadioNodeList | null): Typed | undefined => {
  if (!(control instanceof HTMLInputElement)) return undefined
  const named = kinds.find((each) => each === control.dataset.typed)
  return named ?? (['decimal', 'numeric'].includes(control.inputMode) ? 'amount' : undefined)
}
const kinds: readonly Typed[] = ['amount', 'time', 'day', 'birth']
