import type { Row } from '../../kit/files/csv.ts'
import type { Cell } from '../../kit/files/workbook.ts'
import { dayOf } from '../imports/cells.ts'
import { withLostZero } from '../imports/repairs.ts'
import { columnsOf, type ListKind, likeness, PASSPORT_NAME } from './columns.ts'

type Rows = readonly Row<Cell>[]
/** Where the lines begin, and which column of a list stands where; undefined where nothing is known. */
type Headings = { texts: string[] | undefined; codes: (string | undefined)[]; lines: Rows }

/** A title, or the name of a company, may stand above the headings. */
const LAST_ROW_OF_HEADINGS = 10

/** Finds the headings of a list, or, where there are none, guesses what its columns hold; `today` parts days of birth from others. */
export function headingsIn(kind: ListKind, rows: Rows, today: string): Headings {
  const named = rows.slice(0, LAST_ROW_OF_HEADINGS).map(({ cells }) =>
    byName(
      kind,
      cells.map(({ text }) => text),
    ),
  )
  const known = named.map((codes) => codes.filter((code) => code !== undefined).length)
  const at = known.indexOf(Math.max(...known, 0))
  const codes = named[at]
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (codes && isHeading(rows[at], known[at])) {
    const texts = (rows[at]?.cells ?? []).map(({ text }) => text.trim())
    return { texts, codes: filledTo(width, codes), lines: rows.slice(at + 1) }
  }
  return { texts: undefined, codes: byContent(kind, rows, { width, today }), lines: rows }
}

// One word alone may be the title of a list with one column.
const isHeading = (row: Row<Cell> | undefined, known = 0) =>
  known > 1 || (known === 1 && row?.cells.filter(({ text }) => text.trim() !== '').length === 1)

const filledTo = (width: number, codes: (string | undefined)[]) => Array.from({ length: width }, (_, i) => codes[i])

/** The best name first, so that of 電話 and 手機 the latter is the mobile. */
const byName = (kind: ListKind, texts: readonly string[]) => {
  const pairs = texts.flatMap((text, at) =>
    text.trim() === ''
      ? []
      : columnsOf[kind]
          .filter(({ refersTo }) => !refersTo)
          .map((column) => ({ at, code: column.code, like: likeness(column, text) })),
  )
  const codes: (string | undefined)[] = texts.map(() => undefined)
  for (const { at, code } of pairs.filter(({ like }) => like > 0).sort((one, other) => other.like - one.like))
    if (codes[at] === undefined && !codes.includes(code)) codes[at] = code
  return codes
}

type Guess = { code: string; isOne: (text: string, today: string) => boolean }

const phoneIn = (text: string) => withLostZero(text) ?? text
const isMail = (text: string) => text.includes('@') && !/\s/.test(text)
const isName = (text: string) => /^[\p{Script=Han}·．]{2,6}$/u.test(text)
const isDay = (text: string) => dayOf(text.normalize('NFKC')) !== undefined
const isBefore = (text: string, today: string) => (dayOf(text.normalize('NFKC')) ?? '') < today

// In this order: the first that holds for nearly all cells of a column is its guess.
const guesses: Record<ListKind, readonly Guess[]> = {
  travelers: [
    { code: 'gender', isOne: (text) => /^(男|女|男性|女性|先生|小姐|女士|[mf]|male|female)$/i.test(text) },
    { code: 'meal_requirement', isOne: (text) => /^(葷|素|葷食|素食|全素|蛋奶素|奶蛋素)$/.test(text) },
    { code: 'national_id', isOne: (text) => /^[a-z][a-d1289]\d{8}$/i.test(text) },
    { code: 'mobile', isOne: (text) => /^(09|\+8869)\d{8}$/.test(phoneIn(text).replace(/[\s-]/g, '')) },
    { code: 'email', isOne: (text) => isMail(text) },
    { code: 'passport_number', isOne: (text) => /^[a-z]{0,2}\d{7,9}$/i.test(text) && !isDay(text) },
    { code: 'birth_date', isOne: (text, today) => isDay(text) && isBefore(text, today) },
    { code: 'passport_expires_on', isOne: (text, today) => isDay(text) && !isBefore(text, today) },
    { code: 'name', isOne: isName },
    { code: PASSPORT_NAME, isOne: (text) => /^[a-z][a-z' ,/-]+$/i.test(text) && /[,/ ]/.test(text) },
  ],
  guests: [
    { code: 'guest_email', isOne: (text) => isMail(text) },
    { code: 'guest_phone', isOne: (text) => /^[+(]?\d[\d ()#-]{6,}$/.test(phoneIn(text)) },
    { code: 'people', isOne: (text) => /^\d{1,2}$/.test(text) },
    { code: 'guest_name', isOne: (text) => isName(text) || /^[a-z][a-z' ,.-]+$/i.test(text) },
  ],
}

/** Some cells of a column may be wrong. */
const MOST_OF_THEM = 0.6

const byContent = (kind: ListKind, rows: Rows, { width, today }: { width: number; today: string }) => {
  const codes: (string | undefined)[] = []
  for (let at = 0; at < width; at += 1) {
    const texts = rows.map(({ cells }) => cells[at]?.text.trim() ?? '').filter((text) => text !== '')
    codes[at] = isCount(texts)
      ? undefined
      : guesses[kind].find(
          ({ code, isOne }) =>
            texts.length > 0 &&
            !codes.includes(code) &&
            texts.filter((text) => isOne(text, today)).length >= texts.length * MOST_OF_THEM,
        )?.code
  }
  return codes
}

// 1, 2, 3 … before the names.
const isCount = (texts: readonly string[]) => texts.length > 1 && texts.every((text, i) => text === `${i + 1}`)
