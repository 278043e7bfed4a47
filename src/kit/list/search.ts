/** The parts of what is typed, for each way in which a record can match. A missing way cannot match anything. */
type Needles = {
  exact: string[]
  /** Every word is the beginning of a word of the record. */
  prefix?: string[]
  /** Every word occurs in a text of the record. */
  similar?: string[]
  phone?: string[]
  wholePhone?: string[]
}

/** What a search needs at least: two characters, or one Chinese character. */
export function isEnough(typed: string) {
  const letters = wordsOf(typed).join('')
  return letters.length >= 2 || !isLatin(letters)
}

/** The same parts as the function `search_parts` of the database makes of the texts of a record. */
export function needlesOf(typed: string): Needles {
  const words = wordsOf(typed)
  const pieces = words.flatMap(piecesOf)
  const beginnings = words.map((word) => `^${lettersOf(word).slice(0, 2).join('')}`)
  return {
    exact: [`=${words.join('')}`],
    prefix: unique([...beginnings, ...pieces]),
    ...(words.every((word) => piecesOf(word).length > 0) && { similar: unique(pieces) }),
    ...phoneNeedles(typed),
  }
}

/** What is sought in a list: parts for the index, and patterns for the few texts that have all of these parts. */
export type Sought = { parts?: unknown; patterns?: unknown; phoneParts?: unknown; phonePattern?: unknown }

/** Every word occurs in a text of the record, or begins one if it is too short for that; or the digits are in a phone number. */
export function soughtIn(typed: string): Sought {
  const words = wordsOf(typed)
  const inside = words.filter((word) => piecesOf(word).length > 0)
  const beginnings = words.filter((word) => !inside.includes(word)).map((word) => `^${lettersOf(word).join('')}`)
  // A word that is itself a part needs no pattern.
  const longer = inside.filter((word) => !piecesOf(word).includes(word))
  const { phone } = phoneNeedles(typed)
  return {
    // No record has an empty part, so nothing is found by punctuation alone.
    parts: words.length ? unique([...inside.flatMap(piecesOf), ...beginnings]) : [''],
    ...(longer.length && { patterns: longer.map((word) => `%${word}%`) }),
    ...(phone && { phoneParts: phone, phonePattern: `%${phoneDigits(typed)}%` }),
  }
}

/** The words of a text, as they are compared: lower case, one form of each character, without punctuation. */
export function wordsOf(typed: string) {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s!-/:-@[-`{-~\u00b7\u3000-\u303f\u30fb]+/)
    .filter((word) => word !== '')
}

/** The digits of a phone number without the prefix of Taiwan or of a call within it. */
export function phoneDigits(typed: string) {
  return typed.replace(/\D/g, '').replace(/^(00)?886|^0/, '')
}

const lettersOf = (word: string) => [...word]
const isLatin = (text: string) => Buffer.byteLength(text) === text.length

// Pairs of characters; of Latin letters and digits triples, because their pairs are in too many texts.
const piecesOf = (word: string) => {
  const letters = lettersOf(word)
  return letters.flatMap((_, i) => {
    const [pair, triple] = [letters.slice(i, i + 2), letters.slice(i, i + 3)]
    if (pair.length < 2) return []
    if (!isLatin(pair.join(''))) return [pair.join('')]
    return triple.length === 3 && isLatin(triple.join('')) ? [triple.join('')] : []
  })
}

const phoneNeedles = (typed: string): Pick<Needles, 'phone' | 'wholePhone'> => {
  const digits = phoneDigits(typed)
  if (!/^[\d\s()+.#-]+$/.test(typed) || digits.length < 3) return {}
  const triples = Array.from({ length: digits.length - 2 }, (_, i) => `#${digits.slice(i, i + 3)}`)
  return { phone: unique(triples), wholePhone: [`=#${digits}`] }
}

const unique = (parts: string[]) => [...new Set(parts)]
