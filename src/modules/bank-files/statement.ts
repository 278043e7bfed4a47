import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { lockRow } from '../../kit/db/rows.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { askInTurn } from '../../kit/doubts.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { anyText, arrival, currency, flag, labelled, money, orNull, ref, shownFields, whole } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { inCents } from '../../kit/money.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { refunders } from '../bookings/flow.ts'
import { houseCurrency } from '../house/currency.ts'
import { keepDebits } from './bank-debit.ts'
import { openAmount, sureLines } from './bank-line.ts'
import { Columns, proposeColumns } from './columns.ts'
import { confirmSure } from './debits.ts'
import { matchLine } from './match.ts'
import { linesOf, type ReadLine, readBankFile } from './read.ts'
import { Mapping, Statement } from './records.ts'

const MEGABYTES = 5

const NewStatement = Type.Object({
  file: arrival(MEGABYTES),
  receiving_account_id: Type.Optional(labelled(ref(), ['收款帳戶', 'Receiving account'])),
  /** As JSON. Without it the answer that was given for files with these headings holds. */
  mapping: Type.Optional(
    labelled(Type.String({ maxLength: 4000, examples: ['{"booked_at":"交易日期","credit":"存入"}'] }), [
      '欄位',
      'Columns',
    ]),
  ),
  name: Type.Optional(Mapping.properties.name),
  dry_run: Type.Optional(flag()),
})
type NewStatement = Static<typeof NewStatement>

/** What became, or would become, of a file. Without columns nobody has said yet which is which. */
const ReadStatement = Type.Object({
  statement_id: orNull(ref()),
  /** The receiving account, or that of the file before with these headings. */
  receiving_account: orNull(anyText('玉山 虛擬帳號')),
  columns: orNull(Columns),
  proposed: Type.Partial(Columns),
  headings: Type.Array(anyText('交易日期')),
  first_lines: Type.Array(Type.Array(anyText('115/11/30'))),
  lines_new: whole(),
  unchanged: whole(),
  paid_out: whole(),
  /** How many lines became payments at once. */
  booked: whole(),
  /** How many refunds were found among what went out, and are confirmed by it. */
  confirmed: whole(),
  ...shownFields({ sum: money(), currency: currency() }),
  footer: orNull(Type.Object({ ...shownFields({ sum: money() }), agrees: flag() })),
  faults: Type.Array(
    Type.Object({ line: whole(1), words: anyText('「x」不是金額。'), words_en: anyText('“x” is no amount.') }),
  ),
})
type ReadStatement = Static<typeof ReadStatement>

/**
 * Reads a file of a bank: what is new is kept as lines, and what is there already stays as it is. A dry run keeps nothing. What is sure
 * becomes payments at once where the agency has said so.
 */
export async function readStatement(
  tx: Tx,
  { file, mapping, name, dry_run, receiving_account_id }: NewStatement,
  actor: Actor,
): Promise<ReadStatement> {
  const read = await readBankFile(file.name, file.bytes)
  const account = await accountOf(tx, receiving_account_id ?? (await accountBefore(tx, read.form(null))))
  // Two files of an account at once would both count the same lines as new.
  if (!dry_run) await askInTurn(tx, 'bank file', String(account.id ?? 0))
  const form = read.form(account.id)
  const known = await tx.selectFrom('bank_file_mappings').selectAll().where('form', '=', form).executeTakeFirst()
  const columns = mapping === undefined ? known?.columns : columnsIn(mapping)
  const about = {
    statement_id: null,
    columns: columns ?? null,
    proposed: proposeColumns(read.headings),
    headings: read.headings,
    first_lines: read.rows.slice(0, SHOWN).map(({ cells }) => read.headings.map((_, at) => cells[at]?.text ?? '')),
    receiving_account: account.name,
    currency: account.currency,
    booked: 0,
    confirmed: 0,
  }
  if (!columns) {
    if (dry_run) return { ...about, lines_new: 0, unchanged: 0, paid_out: 0, sum: 0, footer: null, faults: [] }
    return refuseField('mapping', whichColumn)
  }
  const { lines, debits, paid_out, faults, footer } = linesOf(read, columns)
  const fresh = await newAmong(tx, account.id, lines)
  const done = {
    ...about,
    ...{ lines_new: fresh.length, unchanged: lines.length - fresh.length, paid_out, footer },
    sum: lines.reduce((all, { amount }) => all + inCents(amount), 0) / 100,
    faults: faults.slice(0, MOST_FAULTS).map(({ line, words: [words, words_en] }) => ({ line, words, words_en })),
  }
  if (dry_run) return done
  const [fault] = faults
  if (fault) refuseField('file', [`第 ${fault.line} 列：${fault.words[0]}`, `Line ${fault.line}: ${fault.words[1]}`])
  if (!lines.length && !debits.length) refuseField('file', nothing)
  if (footer?.agrees === false) refuseField('file', otherSum)
  const mapping_id = await keepMapping(tx, {
    ...{ form, columns, known },
    name: name ?? known?.name ?? file.name.slice(0, 100),
  })
  const days = [...lines, ...debits].map(({ booked_on }) => booked_on).sort()
  const { id } = await tx
    .insertInto('bank_statements')
    .values({
      ...{ receiving_account_id: account.id, mapping_id, file_name: file.name.slice(0, 255), read_by: actor.id },
      ...{ from_day: found(days[0]), to_day: found(days.at(-1)), lines_new: fresh.length, unchanged: done.unchanged },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { statement_id: id, currency: account.currency }
  await keepLines(tx, of, fresh)
  await keepDebits(
    tx,
    of,
    debits.map((one) => ({ ...one, fingerprint: fingerprintOf(account.id, one) })),
  )
  const confirmed = await confirmSure(tx, id, actor)
  return { ...done, statement_id: id, confirmed, booked: await bookAtOnce(tx, id, actor) }
}

type Marked = ReadLine & { fingerprint: string }

const newAmong = async (tx: Tx, account: number | null, lines: readonly ReadLine[]) => {
  const marked = lines.map((one): Marked => ({ ...one, fingerprint: fingerprintOf(account, one) }))
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from bank_lines where fingerprint = any(${marked.map(({ fingerprint }) => fingerprint)}::text[])`.execute(
    tx,
  )
  const there = new Set(rows.map(({ fingerprint }) => fingerprint))
  return marked.filter(({ fingerprint }) => !there.has(fingerprint))
}

/** As one value: a statement has too few parameters for all lines of a year. */
const keepLines = (tx: Tx, of: { statement_id: number; currency: string }, lines: readonly Marked[]) =>
  sql`insert into bank_lines (statement_id, currency, booked_on, amount, payer_text, virtual_account, last_five, fingerprint)
    select ${of.statement_id}, ${of.currency}, l.* from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (booked_on date, amount numeric, payer_text text, virtual_account text, last_five text, fingerprint text)`.execute(
    tx,
  )

/** Each line is looked at after the one before was booked, because two may pay the same balance. */
const bookAtOnce = async (tx: Tx, statement: number, actor: Actor) => {
  const { book_matched } = await tx.selectFrom('house').select('book_matched').executeTakeFirstOrThrow()
  if (book_matched === 'ask') return 0
  let booked = 0
  for (const { id, booking_id, amount } of await sureLines(tx, statement)) {
    const [still] = await sureLines(tx, statement, id)
    if (still?.booking_id !== booking_id) continue
    await matchLine(tx, id, { bookings: [{ booking_id, amount }] }, { actor, expected: undefined })
    booked += 1
  }
  return booked
}

const SHOWN = 5
const MOST_FAULTS = 50

/** The account of the last file with these headings, so that a file read again is known again. */
const accountBefore = async (tx: Tx, form: string) =>
  (
    await tx
      .selectFrom('bank_statements as s')
      .innerJoin('bank_file_mappings as m', 'm.id', 's.mapping_id')
      .select('s.receiving_account_id')
      .where('m.form', '=', form)
      .orderBy('s.id', 'desc')
      .executeTakeFirst()
  )?.receiving_account_id ?? null

const accountOf = async (tx: Tx, id: number | null) => {
  if (id === null) return { id, name: null, currency: await houseCurrency(tx) }
  const account = await tx
    .selectFrom('receiving_accounts')
    .select(['id', 'name', 'currency'])
    .where('id', '=', id)
    .executeTakeFirst()
  return account ?? refuseField('receiving_account_id', ['沒有這筆資料。', 'There is no such record.'])
}

const columnsIn = (text: string): Columns => {
  try {
    const given = JSON.parse(text)
    const isText = (value: unknown) => typeof value === 'string' && value.length <= 100
    const allowed = Object.keys(Columns.properties)
    // A cast, because the condition has checked what the schema says.
    if (
      isText(given.booked_at) &&
      Object.entries(given).every(([name, value]) => allowed.includes(name) && isText(value))
    )
      return given as Columns
  } catch {
    // Refused below.
  }
  return refuseField('mapping', notMapping)
}

type ToKeep = { form: string; name: string; columns: Columns; known: { id: number } | undefined }
const keepMapping = async (tx: Tx, { known, ...mapping }: ToKeep) => {
  const row = { ...mapping, columns: JSON.stringify(mapping.columns) as unknown as Columns }
  if (known) {
    await tx.updateTable('bank_file_mappings').set(row).where('id', '=', known.id).execute()
    return known.id
  }
  return (await tx.insertInto('bank_file_mappings').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const fingerprintOf = (account: number | null, { mark }: { mark: string }) =>
  createHash('sha256')
    .update(`${account ?? 0}\n${mark}`)
    .digest('hex')

const whichColumn = [
  '第一次讀這家銀行的檔案：請先指定哪一欄是日期、金額與摘要，之後同樣的檔案就不再詢問。',
  'This is the first file of its kind: say which column is the day, the amount and the text. It is asked once.',
] as const
const notMapping = [
  '須為 JSON，例如 {"booked_at":"交易日期","credit":"存入","text":"摘要"}。',
  'Must be JSON such as {"booked_at":"交易日期","credit":"存入","text":"摘要"}.',
] as const
const nothing = ['檔案中沒有入帳或支出的明細。', 'Nothing came in or went out by this file.'] as const
const otherSum = [
  '存入的合計與檔案最後的合計不同，檔案可能不完整；請重新下載。',
  'The credits do not come to the sum at the end of the file, so it may not be complete: download it again.',
] as const

/** A file that was read with wrong columns, or for another account, goes with its lines while none of them is a payment. */
async function removeStatement(tx: Tx, id: number, expected: Expected) {
  guardVersion(await lockRow(tx, 'bank_statements', id), expected)
  const { rows } = await sql<{ is_paid: boolean }>`
    select ${openAmount('l')} < l.amount as is_paid from bank_lines l where statement_id = ${id} order by id for update`.execute(
    tx,
  )
  const debits = await tx
    .selectFrom('bank_debits')
    .select('state')
    .where('statement_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.some(({ is_paid }) => is_paid) || debits.some(({ state }) => state === 'confirmed'))
    refuse('step_not_possible', { detail: hasPayments, also: { possible: [] } })
  await tx.deleteFrom('bank_debits').where('statement_id', '=', id).execute()
  await tx.deleteFrom('bank_lines').where('statement_id', '=', id).execute()
  await tx.deleteFrom('bank_statements').where('id', '=', id).execute()
}
const hasPayments = [
  '這個檔案有已入帳、已確認退款或是金流撥款的明細，不能移除；請先把那些明細復原。',
  'Lines of this file are payments, lumps of providers, or confirm refunds, so it stays: take these back first.',
] as const

const { receiving_account_id } = Statement.properties
const shownStatement = RecordOf(Statement, {
  receiving_account: orNull(anyText('玉山 虛擬帳號')),
  mapping: anyText('玉山銀行'),
  reader: orNull(Type.Object({ name: anyText('會計小林'), name_en: orNull(anyText('Lin')) })),
  /** How many of its lines nobody has dealt with. */
  waiting: whole(),
})
const statementList = list({
  of: 'bank_statements',
  sort: {},
  order: '-created_at',
  filters: { receiving_account_id: is('bank_statements.receiving_account_id', receiving_account_id) },
})
const statements = (db: Db, _given: object) =>
  db
    .selectFrom('bank_statements')
    .select(columnsOf('bank_statements', Statement))
    .select([
      sql<
        string | null
      >`(select a.name from receiving_accounts a where a.id = bank_statements.receiving_account_id)`.as(
        'receiving_account',
      ),
      sql<string>`(select m.name from bank_file_mappings m where m.id = bank_statements.mapping_id)`.as('mapping'),
      sql<
        object | null
      >`(select json_build_object('name', u.name, 'name_en', u.name_en) from users u where u.id = bank_statements.read_by)`.as(
        'reader',
      ),
      sql<number>`(select count(*) from bank_lines l where l.statement_id = bank_statements.id and l.state = 'new')`.as(
        'waiting',
      ),
    ])
const statementPage = statementList.over(statements)

/** `/api/bank-statements` */
export const bankStatements = routes((on) => {
  on.get(
    '',
    {
      access: refunders,
      summary: 'Files of banks that were read',
      ...statementList.of(shownStatement),
      etag: 'content',
    },
    ({ db, query }) => statementPage(db, {}, query),
  )
  on.upload(
    '',
    {
      name: 'readBankStatement',
      access: refunders,
      summary: `Read a file of a bank, CSV, TXT or XLSX of at most ${MEGABYTES} MB: what came in becomes lines; a dry run says what would be new`,
      body: NewStatement,
      returns: ReadStatement,
      refuses: ['step_not_possible', 'too_large', 'unsupported_media_type'],
    },
    ({ tx, actor, body }) => readStatement(tx, body, actor),
  )
  on.delete(
    '/:id',
    {
      access: refunders,
      summary: 'Remove a file with its lines, while none of them is a payment',
      returns: Type.Null(),
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, params, expected }) => {
      await removeStatement(tx, params.id, expected)
      return null
    },
  )
})
