import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { about } from '../../src/about.ts'
import type { Tables } from '../../src/kit/db/tables.ts'
import { documentOf } from '../../src/kit/http/openapi/document.ts'
import type { Schema } from '../../src/kit/http/openapi/schema.ts'
import { localTime } from '../../src/kit/words/words.ts'
import { fieldWords } from '../../src/modules/travelers/words.ts'
import { readStrictCsv } from '../csv.ts'
import { demoHouse } from '../fixtures/demo.ts'
import { fakeProviders } from '../fixtures/payment-providers.ts'
import { sheetsIn } from '../xlsx.ts'

const { app, db, fill, signedIn } = await demoHouse()
const admin = await signedIn('admin')
const made = await Promise.all([
  admin.post('/exchange-rates', { from_currency: 'JPY', to_currency: 'TWD', rate: 0.2152, valid_from: '2026-01-01' }),
  admin.post('/views', { list: 'planned-trips', name: '缺領隊', filters: { leader: 'none' } }),
  admin.post('/webhooks', { name: '會計系統', url: 'https://books.example.com/hook' }),
])
for (const { status, body } of made) assert.equal(status, 201, JSON.stringify(body))
const { data: newest } = await admin.get('/bookings?per_page=12')
const alive = (newest as { id: number; status: string }[]).find(({ status }) => status === 'confirmed')
const written = await admin.post(`/bookings/${alive?.id}/messages`, { text: '集合時間照舊。' })
assert.equal(written.status, 200, JSON.stringify(written.body))
const asked = await admin.post('/approvals/discount', {
  booking_id: alive?.id,
  reason: '老客戶第三次參團',
  params: { description: '老客戶優惠', unit_price: 5000 },
})
assert.equal(asked.status, 201, JSON.stringify(asked.body))
assert.equal((await fakeProviders({ app }).ecpay('K7QX3MPL2RT6VN4ZB5CD')).status, 200)
await fill(async (filled) => {
  await sql`
    update line_channel set sealed = decode('00', 'hex'), basic_id = '@guidon', channel_id = '2001234567', proved_at = now(), is_on = true`.execute(
    filled,
  )
  await sql`
    with friend as (insert into line_friends (line_user_id, display_name) values ('Umei', '小美') returning id)
    insert into line_messages (line_friend_id, direction, kind, text, state)
    select id, 'in', 'text', '請問集合地點？', 'received' from friend`.execute(filled)
})
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The names of the fields that take several lines. */
const longTexts = (() => {
  const namesIn = (schema: unknown): string[] =>
    Object.entries(schema ?? {}).flatMap(([name, inner]) =>
      typeof inner !== 'object'
        ? []
        : (inner as { format?: string } | null)?.format === 'text'
          ? [name]
          : namesIn(inner),
    )
  return [...new Set(app.catalogue.flatMap(({ body, returns }) => [...namesIn(body), ...namesIn(returns)]))]
})()

// All of them get two lines, without a comma or a quotation mark, which alone would put a cell in quotation marks.
await fill(async (filled) => {
  const { rows } = await sql<{ table_name: keyof Tables; column_name: string }>`
    select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying') and column_name = any(${longTexts})`.execute(
    db,
  )
  await sql`set session_replication_role = replica`.execute(filled)
  for (const { table_name, column_name } of rows) {
    const column = sql.ref(column_name)
    await sql`update ${sql.table(table_name)} set ${column} = E'第一行\n第二行\r\n第三行' where ${column} is not null`.execute(
      filled,
    )
  }
})

type Parameter = { name: string; in: string; required: boolean }
type Operation = {
  parameters: Parameter[]
  responses: Record<string, { content?: Record<string, { schema: Schema }>; 'x-files'?: object }>
}
const document = JSON.parse(JSON.stringify(await documentOf(about, app.catalogue)))
const paths: Record<string, { get?: Operation }> = document.paths

const resolved = (schema: Schema = {}): Schema =>
  typeof schema.$ref === 'string' ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema

/** Every GET whose data is a list of objects, with the fields of a row. */
const lists = Object.entries(paths).flatMap(([path, { get }]) => {
  const { data = {} } = resolved(get?.responses['200']?.content?.['application/json']?.schema).properties ?? {}
  const row = resolved(resolved(data).items)
  return get && row.properties ? [{ path, get, fields: Object.keys(row.properties) }] : []
})

/** Lists that do not go out as a file, because their rows are no records. */
const noFiles = {
  '/api/geography/tree': 'a tree of places',
  '/api/persons/doubles': 'sets of persons',
  '/api/problems': 'words',
  '/api/search': 'groups of links',
  '/api/work': 'groups of links',
}
/** Papers, which have columns of their own. */
const papers = ['/api/planned-trips/{id}/name-list', '/api/planned-trips/{id}/rooms']
const isChoice = (fields: string[]) => fields.includes('value') && fields.includes('label')
const exported = lists.filter(
  ({ path, fields }) => !(path in noFiles) && !papers.includes(path) && !isChoice(fields) && !path.includes('{token}'),
)

/** What some lists are asked for. */
const needed: Record<string, string> = {
  // Without it there are six thousand rows, which are all of the same kind.
  '/api/audit': 'table_name=planned_trips',
  '/api/money/balances': 'on=2099-12-31',
  '/api/money/balances/bookings': 'of=receivable&on=2099-12-31',
  '/api/money/months': 'year=2026',
  '/api/money/payments/by-account': 'from=2020-01-01&to=2099-12-31',
  '/api/money/payments/by-day': 'from=2020-01-01&to=2020-12-31',
  '/api/money/results': 'by=trip&from=2020-01-01&to=2099-12-31',
  '/api/money/results/bookings': 'by=trip&from=2020-01-01&to=2099-12-31',
  '/api/planned-trips/calendar': 'from=2027-01-01&to=2027-12-31',
  '/api/planned-trips/{id}/cancellation': 'cause=force_majeure',
  '/api/tour-leaders/schedule/list': 'from=2027-01-01&to=2027-03-31',
}
/** Lists of which the demo has no rows: their files have headings alone. */
const withoutRows = [
  '/api/me/tokens',
  '/api/packages/{id}/pictures',
  '/api/money/payments/by-day',
  '/api/seasons/{id}/countries',
  '/api/planned-trips/{id}/messages',
  '/api/bookings/{id}/obligations',
  '/api/bookings/{id}/papers',
  '/api/bookings/{id}/payment-requests',
  '/api/bookings/{id}/legal-receipts',
  '/api/bookings/{id}/receipt-buyers',
  '/api/payment-reminders/plan',
  '/api/bookings/{id}/briefings',
  '/api/webhooks/{id}/deliveries',
]
/** Their rows change from one call to the next. */
const changing = ['/api/jobs', '/api/health', '/api/me/sessions', '/api/me/tokens', '/api/notifications']

/** The records whose lists are read: those of the path before `{id}`. */
const recordsOf = async (path: string) => {
  const [parent = '', more] = path.split('/{id}')
  if (more === undefined) return [path]
  const { data } = await admin.get(`${parent}?per_page=12`)
  return (data as { id: number }[]).map(({ id }) => path.replace('{id}', String(id)))
}

type Row = Record<string, unknown>
const allRows = async (url: string, parameters: Parameter[]): Promise<Row[]> => {
  const takes = (parameter: string) => parameters.some(({ name }) => name === parameter)
  if (!takes('per_page')) return (await admin.get(url)).data
  const rows: Row[] = []
  if (!takes('cursor')) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { body } = await admin.get(`${url}${url.includes('?') ? '&' : '?'}per_page=100&page=${page}`)
      rows.push(...body.data)
      last = body.meta.last_page
    }
    return rows
  }
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: { data: Row[]; meta: { next_cursor: string | null } } } = await admin.get(
      `${url}${url.includes('?') ? '&' : '?'}per_page=100&cursor=${cursor}`,
    )
    rows.push(...body.data)
    cursor = body.meta.next_cursor
  }
  return rows
}

/** What the fields of a traveler are called in sentences. */
const ofTravelers = Object.entries(fieldWords).map(([value, [, label_en]]) => ({ value, label_en }))

const words = await (async () => {
  const sets = { ...(await admin.get('/words')).data, ...(await admin.get('/options')).data, fields: ofTravelers }
  const found = new Map<string, Set<string>>()
  for (const set of Object.values(sets) as { value: string; label_en: string }[][])
    for (const { value, label_en } of set) found.set(value, (found.get(value) ?? new Set()).add(label_en))
  return found
})()

const valueAt = (row: Row, column: string) =>
  column.split('.').reduce<unknown>((inside, name) => (inside as Row | null)?.[name], row) ?? null

const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/
const daysOf = (text: string) => (Date.parse(`${text.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000

/** Whether a cell of the file says what the JSON says, in English. */
const says = (value: unknown, cell: string | number): boolean => {
  if (value === null) return cell === ''
  if (typeof value === 'number') return Number(cell) === value
  if (typeof value === 'boolean') return cell === (value ? 'Yes' : 'No')
  if (Array.isArray(value)) {
    const parts = `${cell}`.split(', ')
    if (parts.length !== value.length) return cell === value.join(', ')
    return value.every((each, i) => says(each, parts[i] ?? ''))
  }
  if (typeof value === 'object') return cell === JSON.stringify(value)
  const text = String(value)
  if (typeof cell === 'number') {
    const local = MOMENT.test(text) ? localTime(text, 'Asia/Taipei') : text
    return Math.abs(daysOf(local.length === 10 ? `${local} 00:00` : local) - cell) < 1e-6
  }
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  const isWord = words.get(text)?.has(cell) ?? false
  return cell === plain || isWord || (MOMENT.test(text) && cell === localTime(text, 'Asia/Taipei'))
}

test('the document says of every list of records that it goes out as CSV and XLSX', () => {
  assert.ok(exported.length > 75, `only ${exported.length} lists`)
  const without = exported.filter(({ get }) => {
    const media = Object.keys(get.responses['200']?.['x-files'] ?? {})
    const asked = get.parameters.map(({ name }) => name)
    return (
      !media.includes('text/csv') || !media.includes(XLSX) || !asked.includes('format') || !asked.includes('columns')
    )
  })
  assert.deepEqual(
    without.map(({ path }) => path),
    [],
  )
})

/** A workbook has 12.5 % as 0.125, with a format that shows it. */
const percentages = /(^|\.)(occupancy|margin_percent)$/

test('every list goes out as CSV and XLSX and says the same as the JSON', async () => {
  const wrong: string[] = []
  const empty: string[] = []
  const inLines: string[] = []
  for (const { path, get } of exported) {
    const asked = needed[path] ? `?${needed[path]}` : ''
    const and = asked ? '&' : '?'
    let rows: Row[] = []
    let url = ''
    for (const address of await recordsOf(path)) {
      url = address.replace('/api', '') + asked
      rows = await allRows(url, get.parameters)
      if (rows.length) break
    }
    if (!rows.length) empty.push(path)
    if (!url) continue
    const refused = await admin.get(`${url}${and}format=csv&columns=nothing`)
    const columns = /Choose from these: (.*)\.$/.exec(refused.body.errors?.columns?.[0])?.[1]?.replaceAll(' ', '') ?? ''
    const csv = await admin.get(`${url}${and}format=csv&columns=${columns}`)
    if (csv.status !== 200) {
      wrong.push(
        `${url}: ${csv.status} ${JSON.stringify(csv.body.errors ?? csv.body)} ${JSON.stringify(refused.body.errors)}`,
      )
      continue
    }
    const [headings = [], ...lines] = readStrictCsv(csv.bytes)
    if (lines.some((line) => line.some((cell) => cell.includes('\n')))) inLines.push(path)
    const xlsx = await admin.get(`${url}${and}format=xlsx&columns=${columns}`)
    const [sheet] = xlsx.status === 200 ? await sheetsIn(xlsx.bytes) : []
    const [first = [], ...cells] = sheet?.rows ?? []
    if (xlsx.status !== 200) wrong.push(`${path}: ${xlsx.status} as XLSX`)
    if (sheet?.formulas) wrong.push(`${path}: ${sheet.formulas} formulas`)
    if (headings.join() !== first.map(({ value }) => value).join()) wrong.push(`${path}: headings ${headings.join()}`)
    if (new Set(headings).size < headings.length) wrong.push(`${path}: two columns are called the same`)
    if (changing.includes(path)) continue
    if (lines.length !== rows.length || cells.length !== rows.length)
      wrong.push(`${path}: ${rows.length} rows, ${lines.length} in CSV, ${cells.length} in XLSX`)
    for (const [n, row] of rows.entries())
      for (const [i, column] of columns.split(',').entries()) {
        const value = valueAt(row, column)
        const read = { csv: lines[n]?.[i] ?? '', xlsx: cells[n]?.[i]?.value ?? '' }
        const isShare = typeof value === 'number' && percentages.test(column)
        for (const [format, cell] of Object.entries(read)) {
          // A workbook keeps the plus of a telephone number; in CSV it is marked as no formula.
          if (format === 'xlsx' && /^\+\d[\d ()-]*$/.test(`${value}`) && cell === value) continue
          if (!says(isShare && format === 'xlsx' ? Number((value / 100).toFixed(6)) : value, cell))
            wrong.push(`${path} ${column} ${format}: ${JSON.stringify(value)} is ${cell}`)
        }
        const isDay = typeof value === 'string' && (DAY.test(value) || MOMENT.test(value))
        if ((typeof value === 'number' || isDay) && value !== '' && cells[n]?.[i]?.type !== 'number')
          wrong.push(`${path} ${column}: ${value} is no number in XLSX`)
      }
  }
  assert.deepEqual(wrong.slice(0, 40), [])
  assert.ok(inLines.length >= 20, `only ${inLines.length} lists have a cell of several lines: ${inLines.join(' ')}`)
  assert.deepEqual(
    empty.filter((path) => !withoutRows.includes(path)),
    [],
  )
})
