import { phoneDigits, wordsOf } from '../../kit/list/search.ts'
import { type Found, type Highlight, texts } from './schema.ts'

/** The positions of the typed words in the texts of a found record. */
export function highlightsIn(item: Found, typed: string): Highlight[] {
  return texts.flatMap((field) => {
    const text = item[field]
    if (text === null) return []
    const places =
      field === 'phone' ? [digitsIn(text, phoneDigits(typed))] : wordsOf(typed).map((word) => placeOf(text, word))
    return places.flatMap((place) => (place ? [{ field, ...place }] : []))
  })
}

type Place = { start: number; end: number }

const placeOf = (text: string, word: string): Place | undefined => {
  const compared = text.normalize('NFKC').toLowerCase()
  // Normalizing turns a few characters into several, so that positions would be wrong. Such texts get no highlight.
  const start = compared.length === text.length ? compared.indexOf(word) : -1
  return start < 0 ? undefined : { start, end: start + word.length }
}

/** The position of digits in a phone number, with any separators. */
const digitsIn = (phone: string, digits: string): Place | undefined => {
  const places = [...phone].flatMap((letter, i) => (/\d/.test(letter) ? [i] : []))
  const first = places
    .map((at) => phone[at])
    .join('')
    .indexOf(digits)
  const [start, last] = [places[first], places[first + digits.length - 1]]
  return digits.length < 3 || start === undefined || last === undefined ? undefined : { start, end: last + 1 }
}
