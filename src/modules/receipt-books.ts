import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint, constraintRefusal } from '../kit/db/faults.ts'
import { jsonArray } from '../kit/db/json.ts'
import type { Db, Table, Tx } from '../kit/db/tables.ts'
import { found, Refusal, refuseField } from '../kit/errors.ts'
import { anyText, formed, labelled, line, moment, nullable, orNull, ref, shownFields, text } from '../kit/fields.ts'
import type { On } from '../kit/http/routes/routes.ts'
import { Names } from '../kit/resource/names.ts'
import { type Declaration, resource } from '../kit/resource/resource.ts'
import type { Words } from '../kit/words/words.ts'

const number = () => formed('^[A-Z][0-9]{8}$', 'T13671001')
/** A book of printed receipts: its numbers, and who holds it. */
const fields = Type.Object({
  first_number: labelled(number(), ['起號', 'First number']),
  last_number: labelled(formed('^[A-Z][0-9]{8}$', 'T13671050'), ['迄號', 'Last number']),
  holder_id: labelled(nullable(ref()), ['保管人', 'Holder']),
  notes: nullable(text(2000)),
})
/** A form that was spoiled, whose number no receipt gets. @public */
export const SpoiledReceipt = Type.Object({
  receipt_book_id: labelled(ref(), ['收據本', 'Book of receipts']),
  number: labelled(number(), ['收據號碼', 'Number of the receipt']),
  reason: line(500, '寫錯金額'),
  spoiled_by: labelled(nullable(ref()), ['註銷者', 'Spoiled by']),
})

declare module '../kit/db/tables.ts' {
  interface Tables {
    receipt_books: Table<typeof fields>
    spoiled_receipts: Table<typeof SpoiledReceipt>
  }
}

const books = {
  table: 'receipt_books',
  noun: ['收據本', 'book of receipts'],
  fields,
  filter: ['holder_id'],
  sort: ['first_number'],
  order: 'first_number',
  named: { holder: 'users' },
  access: { read: ['finance', 'admin', 'sales', 'manager'], write: ['finance', 'admin'] },
} satisfies Declaration

constraint('receipt_books_range', 'last_number', [
  '迄號須與起號同一個字母、不小於起號，一本最多 10,000 號。',
  'The last number has the letter of the first, is not before it, and a book has 10,000 numbers at most.',
])
constraintRefusal(
  'receipt_books_apart',
  () =>
    new Refusal('duplicate', {
      errors: {
        first_number: [
          [
            '這個範圍與另一本收據重疊；請核對起號與迄號。',
            'These numbers overlap with another book: compare the first and the last number.',
          ],
        ],
      },
    }),
)
constraint('spoiled_receipts_in_book', 'number', [
  '這個號碼不在這本收據裡；請核對號碼。',
  'This number is not in the book: compare it.',
])
constraint('spoiled_receipts_unused', 'number', [
  '這個號碼已開立收據；若收據寫錯，請將收據作廢。',
  'A receipt was issued with this number. If it is wrong, void the receipt.',
])
constraint('legal_receipts_not_spoiled', 'number', [
  '這個號碼已註銷，不能開立；請使用下一個號碼。',
  'This number is spoiled and cannot be used: take the next one.',
])
constraintRefusal(
  'spoiled_receipts_number',
  () =>
    new Refusal('duplicate', {
      errors: { number: [['這個號碼已經註銷。', 'This number is spoiled already.']] },
    }),
)

const count = () => Type.Integer({ minimum: 0, examples: [12] })
const NumbersOfBook = Type.Object({
  ...shownFields({ id: ref(), first_number: number(), last_number: number(), notes: nullable(text(2000)) }),
  holder: orNull(Names),
  used: labelled(count(), ['已開立', 'Issued']),
  left: labelled(count(), ['剩餘', 'Left']),
  next: labelled(orNull(anyText('T13671013')), ['下一號', 'Next number']),
  /** Numbers that were passed over: no receipt has them, and nobody has said that they are spoiled. The first 50. */
  gaps: labelled(Type.Array(anyText('T13671007')), ['跳號', 'Gaps']),
  spoiled: labelled(
    Type.Array(
      Type.Object({
        number: anyText('T13671003'),
        reason: anyText('寫錯金額'),
        by: orNull(anyText('會計小林')),
        ...shownFields({ created_at: moment() }),
      }),
    ),
    ['註銷', 'Spoiled'],
  ),
})

const MOST_GAPS = 50

// Numbers of a book differ in their digits alone. What is above the highest that was issued or spoiled is left.
const counted = sql<object>`(
  select b.*, (select count(*)::integer from legal_receipts r where r.medium = 'paper' and r.number between b.first_number and b.last_number) as used,
         substr(b.first_number, 2)::integer as first, substr(b.last_number, 2)::integer as last,
         coalesce(substr(greatest(
           (select max(r.number) from legal_receipts r where r.medium = 'paper' and r.number between b.first_number and b.last_number),
           (select max(s.number) from spoiled_receipts s where s.receipt_book_id = b.id)), 2)::integer, substr(b.first_number, 2)::integer - 1) as highest
    from receipt_books b)`
const numberOf = (n: RawBuilder<unknown>) => sql<string>`left(c.first_number, 1) || lpad((${n})::text, 8, '0')`

const numbersOfBooks = jsonArray((db: Db, _given: object) =>
  db
    .selectFrom(counted.as('c'))
    .select([
      sql<number>`c.id`.as('id'),
      sql<string>`c.first_number`.as('first_number'),
      sql<string>`c.last_number`.as('last_number'),
      sql<string | null>`c.notes`.as('notes'),
      sql<number>`c.used`.as('used'),
      sql<number>`c.last - c.highest`.as('left'),
      sql<string | null>`case when c.highest < c.last then ${numberOf(sql`c.highest + 1`)} end`.as('next'),
    ])
    .select(
      sql<
        object | null
      >`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = c.holder_id)`.as(
        'holder',
      ),
    )
    .select(
      sql<string[]>`array_to_json(array(select ${numberOf(sql`n`)} from generate_series(c.first, c.highest) n
        where not exists (select from legal_receipts r where r.number = ${numberOf(sql`n`)})
          and not exists (select from spoiled_receipts s where s.number = ${numberOf(sql`n`)}) order by n limit ${sql.lit(MOST_GAPS)}))`.as(
        'gaps',
      ),
    )
    .select(
      sql<
        object[]
      >`(select coalesce(json_agg(json_build_object('number', s.number, 'reason', s.reason, 'created_at', s.created_at,
          'by', (select w.name from users w where w.id = s.spoiled_by)) order by s.number), '[]')
        from spoiled_receipts s where s.receipt_book_id = c.id)`.as('spoiled'),
    )
    .orderBy(sql`c.first_number`),
)

/** The number that the next receipt on paper has, first of a book that this account holds; null without a book. */
export async function nextNumber(db: Db, holder_id: number): Promise<string | null> {
  const { json } = await numbersOfBooks(db, {})
  const all = JSON.parse(json) as Static<typeof NumbersOfBook>[]
  const open = all.filter(({ next }) => next !== null)
  return (open.find(({ holder }) => holder?.id === holder_id) ?? open[0])?.next ?? null
}

/** Refuses a number that is in no book, once the agency has entered its books. */
export async function refuseNumberOutside(tx: Tx, given: string) {
  const { rows } = await sql<{ has_books: boolean; is_in: boolean }>`
    select exists (select from receipt_books) as has_books,
           exists (select from receipt_books where ${given} between first_number and last_number) as is_in`.execute(tx)
  if (rows[0]?.has_books && !rows[0].is_in) refuseField('number', outside)
}

const outside: Words = [
  '這個號碼不在任何一本收據裡；請核對號碼，或先登錄這本收據。',
  'This number is in none of the books: compare it, or enter its book first.',
]

const Spoiling = Type.Object({
  number: SpoiledReceipt.properties.number,
  reason: SpoiledReceipt.properties.reason,
})

type Spoiled = Static<typeof Spoiling> & { receipt_book_id: number; spoiled_by: number }
const spoil = async (tx: Tx, spoiled: Spoiled) => {
  const book = tx.selectFrom('receipt_books').select('id').where('id', '=', spoiled.receipt_book_id)
  found(await book.forUpdate().executeTakeFirst())
  await tx.insertInto('spoiled_receipts').values(spoiled).execute()
}

const takeBack = async (tx: Tx, book: number, number: string) => {
  const { numDeletedRows } = await tx
    .deleteFrom('spoiled_receipts')
    .where('receipt_book_id', '=', book)
    .where('number', '=', number)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuseField('number', notSpoiled)
}

const moreRoutes = (on: On) => {
  on.get(
    '/numbers',
    {
      name: 'listReceiptBookNumbers',
      access: books.access.read,
      summary: 'The books of printed receipts with the next number of each, its gaps and its spoiled numbers',
      returns: Type.Array(NumbersOfBook),
      etag: 'none',
    },
    ({ db }) => numbersOfBooks(db, {}),
  )
  on.post(
    '/:id/spoiled',
    {
      name: 'spoilReceiptNumber',
      access: books.access.write,
      summary: 'Say that a number of a book is spoiled, with the reason: no receipt gets it',
      body: Spoiling,
      returns: Type.Array(NumbersOfBook),
      etag: 'none',
      refuses: ['duplicate'],
    },
    async ({ tx, actor, params, body }) => {
      await spoil(tx, { ...body, receipt_book_id: params.id, spoiled_by: actor.id })
      return numbersOfBooks(tx, {})
    },
  )
  on.post(
    '/:id/unspoiled',
    {
      name: 'unspoilReceiptNumber',
      access: books.access.write,
      summary: 'Take back that a number is spoiled, where it was mistyped',
      body: Type.Object({ number: SpoiledReceipt.properties.number }),
      returns: Type.Array(NumbersOfBook),
      etag: 'none',
    },
    async ({ tx, params, body }) => {
      await takeBack(tx, params.id, body.number)
      return numbersOfBooks(tx, {})
    },
  )
}

const notSpoiled: Words = [
  '這個號碼沒有註銷，或不在這本收據裡；請重新整理頁面。',
  'This number is not spoiled, or not in this book: load the page again.',
]

/** `/api/receipt-books` */
export default resource(books, moreRoutes)
