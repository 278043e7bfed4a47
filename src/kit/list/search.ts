import { withoutExtension } from 'guidon-design/formats'

/** The parts of the search text, for each kind of match. A missing kind cannot match anything. */
type Needles = {
  exact: string[]
  /** Every word is the beginning of a word in the record. */
  prefix?: string[]
  /** Every word occurs in a text of the record. */
  similar?: string[]
  phone?: string[]
  wholePhone?: string[]
  joined?: string
}

/** The minimum for a search: two characters, or one Chinese character. */
export function isEnough(typed: string) {
  const letters = wordsOf(typed).join('')
  return letters.length >= 2 || !isLatin(letters)
}

/** Splits the text into the same parts as the database function `search_parts` does for the texts of a record. */
export function needlesOf(typed: string): Needles {
  const words = wordsOf(typed)
  const pieces = words.flatMap(piecesOf)
  const beginnings = words.map((word) => `^${lettersOf(word).slice(0, 2).join('')}`)
  return {
    exact: [`=${words.join('')}`],
    prefix: unique([...beginnings, ...pieces]),
    ...(words.every((word) => piecesOf(word).length > 0) && { similar: unique(pieces) }),
    ...phoneNeedles(typed),
    ...joinedName(typed),
  }
}

/** The search in a list: parts for the index, and patterns for the few texts that have all of these parts. */
export type Sought = {
  parts?: unknown
  patterns?: unknown
  phoneParts?: unknown
  phonePattern?: unknown
  joined?: unknown
}

/** Every word occurs in a text of the record, or begins a word if it is too short for that; or the digits are in a phone number. */
export function soughtIn(typed: string): Sought {
  const words = wordsOf(typed)
  const inside = words.filter((word) => piecesOf(word).length > 0)
  const beginnings = words.filter((word) => !inside.includes(word)).map((word) => `^${lettersOf(word).join('')}`)
  // A word that is itself a part needs no pattern.
  const longer = inside.filter((word) => !piecesOf(word).includes(word))
  const { phone } = phoneNeedles(typed)
  return {
    // No record has an empty part, so a search for punctuation alone finds nothing.
    parts: words.length ? unique([...inside.flatMap(piecesOf), ...beginnings]) : [''],
    ...(longer.length && { patterns: longer.map((word) => `%${word}%`) }),
    ...(phone && { phoneParts: phone, phonePattern: `%${phoneDigits(typed)}%` }),
    ...joinedName(typed),
  }
}

/** The words of a text in the form in which they are compared: lower case, one form of each character, without punctuation. */
export function wordsOf(typed: string) {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s!-/:-@[-`{-~\u00b7\u3000-\u303f\u30fb]+/)
    .filter((word) => word !== '')
}

/** The digits of a phone number without an extension, the country code of Taiwan and the leading zero. */
export function phoneDigits(typed: string) {
  return withoutExtension(typed.normalize('NFKC'))
    .replace(/\D/g, '')
    .replace(/^(00)?886|^0/, '')
}

const lettersOf = (word: string) => [...word]
const isLatin = (text: string) => Buffer.byteLength(text) === text.length

// Pairs of characters; triples of Latin letters and digits, because their pairs are in too many texts.
const piecesOf = (word: string) => {
  const letters = lettersOf(word)
  return letters.flatMap((_, i) => {
    const [pair, triple] = [letters.slice(i, i + 2), letters.slice(i, i + 3)]
    if (pair.length < 2) return []
    if (!isLatin(pair.join(''))) return [pair.join('')]
    return triple.length === 3 && isLatin(triple.join('')) ? [triple.join('')] : []
  })
}

// A name in Latin letters as one word, as on tickets: TSAI/CHIAYING, TSAI CHIA YING, with or without a title after it.
const joinedName = (typed: string): { joined?: string } => {
  const words = wordsOf(typed)
  if (words.length < 2 || !words.every((word) => /^[a-z]+$/.test(word))) return {}
  const isTicket = typed.includes('/') && words.length > 2
  const name = isTicket && titles.includes(words.at(-1) ?? '') ? words.slice(0, -1) : words
  return { joined: name.join('') }
}
const titles = ['mr', 'ms', 'mrs', 'miss', 'mstr', 'chd', 'inf']

const phoneNeedles = (typed: string): Pick<Needles, 'phone' | 'wholePhone'> => {
  const digits = phoneDigits(typed)
  const number = withoutExtension(typed.normalize('NFKC'))
  if (!/^[\d\s()+.#-]+$/.test(number) || digits.length < 3) return {}
  const triples = Array.from({ length: digits.length - 2 }, (_, i) => `#${digits.slice(i, i + 3)}`)
  return { phone: unique(triples), wholePhone: [`=#${digits}`] }
}

const unique = (parts: string[]) => [...new Set(parts)]
