import { phoneDigits, wordsOf } from '../../kit/list/search.ts'
import { type Found, type Highlight, texts } from './schema.ts'

/** The positions of the typed words in the texts of a found record. */
export function highlightsIn(item: Found, typed: string): Highlight[] {
  return texts.flatMap((field) => {
    const text = item[field]
    if (text === null) return []
    const spans =
      field === 'phone' ? [digitsIn(text, phoneDigits(typed))] : wordsOf(typed).map((word) => spanOf(text, word))
    return spans.flatMap((span) => (span ? [{ field, ...span }] : []))
  })
}

type Span = { start: number; end: number }

const spanOf = (text: string, word: string): Span | undefined => {
  const compared = text.normalize('NFKC').toLowerCase()
  // Normalizing turns a few characters into several, so that positions would be wrong. Such texts get no highlight.
  const start = compared.length === text.length ? compared.indexOf(word) : -1
  return start < 0 ? undefined : { start, end: start + word.length }
}

/** The position of digits in a phone number, with any separators. */
const digitsIn = (phone: string, digits: string): Span | undefined => {
  const digitsAt = [...phone].flatMap((letter, i) => (/\d/.test(letter) ? [i] : []))
  const first = digitsAt
    .map((at) => phone[at])
    .join('')
    .indexOf(digits)
  const [start, last] = [digitsAt[first], digitsAt[first + digits.length - 1]]
  return digits.length < 3 || start === undefined || last === undefined ? undefined : { start, end: last + 1 }
}
