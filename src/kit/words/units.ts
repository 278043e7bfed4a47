import { plural, type Words } from './words.ts'

/** A number with its unit, as code and sentences take it: the count, and how it is written in each language. */
export type Term = {
  count: number
  /** `15 分鐘` and `15 minutes`. */
  zh: string
  en: string
  /** `十五分鐘` and `fifteen minutes`. */
  spelled: { zh: string; en: string }
  /** Both languages side by side, in digits. */
  words: Words
  /** The same for PostgreSQL: `15 minutes`. */
  interval: string
}

export function seconds(count: number) {
  return term(count, '秒', 'second')
}

export function minutes(count: number) {
  return term(count, '分鐘', 'minute')
}

export function hours(count: number) {
  return term(count, '小時', 'hour')
}

/** Days are `天`, or `日` where the Chinese sentence is formal. */
export function days(count: number, zh: '天' | '日' = '天') {
  return term(count, zh, 'day')
}

export function months(count: number) {
  return term(count, '個月', 'month')
}

/** Signs of a text. */
export function signs(count: number) {
  return term(count, '個字元', 'character')
}

const term = (count: number, unitZh: string, unit: string): Term => {
  const [zh, en] = [`${count} ${unitZh}`, plural(count, unit)]
  const spelled = { zh: `${inChinese(count)}${unitZh}`, en: en.replace(`${count}`, inEnglish(count)) }
  return { count, zh, en, spelled, words: [zh, en], interval: en }
}

/** A number below a hundred as it stands before a unit: `兩`, `十五`. */
const inChinese = (count: number) => {
  if (count === 2) return '兩'
  const [tens, ones] = [Math.floor(count / 10), count % 10]
  return `${tens > 1 ? digits[tens] : ''}${tens ? '十' : ''}${ones ? digits[ones] : ''}`
}
const digits = '零一二三四五六七八九'

const inEnglish = (count: number) => {
  if (count < 20) return below20[count] ?? ''
  const ones = count % 10
  return `${tens[Math.floor(count / 10)]}${ones ? `-${below20[ones]}` : ''}`
}
const below20 =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
