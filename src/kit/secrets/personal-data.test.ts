import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Type } from 'typebox'
import { house } from '../../../test/house.ts'
import { jsonArray } from '../db/json.ts'
import type { Tx } from '../db/tables.ts'
import { Refusal } from '../errors.ts'
import { day, line, nullable, personal, shown } from '../fields.ts'
import { routes } from '../http/routes/routes.ts'
import type { Actor } from '../http/server/guard.ts'
import { service } from '../http/server/service.ts'
import { columnsOf } from '../resource/record.ts'
import { keysFrom } from './keys.ts'
import {
  erase,
  fingerprint,
  masksOf,
  newPersonKey,
  personKey,
  RevealedOf,
  RevealOf,
  reveal,
  sealed,
} from './personal-data.ts'

const Guest = Type.Object({
  name: line(50),
  passport_number: nullable(personal(line(20), 'ending')),
  birth_date: nullable(personal(day())),
})

declare module '../db/tables.ts' {
  interface Tables {
    guests: Table<typeof Guest> & { person_key: string }
  }
}

const { app, database, db, ids } = await house()
const { keys } = app
const mei = { name: '王小美', passport_number: '312456789', birth_date: '1990-04-01' }

before(async () => {
  await sql`create table guests (
    id integer generated always as identity primary key, person_key uuid not null references person_keys,
    name varchar(50) not null, passport_number personal, birth_date personal,
    version integer not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now())`.execute(
    db,
  )
  await sql`select keep_record('guests')`.execute(db)
})

const keep = (guest: Partial<typeof mei> & { name: string }) =>
  database.transaction({ actor_id: ids.sales }, async (tx) => {
    const person = await newPersonKey(tx, keys)
    return tx
      .insertInto('guests')
      .values({ ...sealed(person, 'guests', Guest, guest), person_key: person.id })
      .returning(['id', 'person_key'])
      .executeTakeFirstOrThrow()
  })

const asking = (guest: { id: number; person_key: string }, ...fields: string[]) => ({
  person_key: guest.person_key,
  table: 'guests',
  record_id: guest.id,
  fields,
  actor: { id: ids.op },
  reason: '開票',
  request_id: 'r-1',
})
const revealed = (guest: { id: number; person_key: string }, ...fields: string[]) =>
  database.transaction({}, (tx) => reveal(tx, keys, asking(guest, ...fields)))

test('neither the row nor the audit contains the plain text', async () => {
  const guest = await keep(mei)
  const { rows } = await sql<{ dump: string }>`
    select g::text || a.changes::text || k::text as dump from guests g
      join audit a on a.table_name = 'guests' and a.record_id = g.id join person_keys k on k.id = g.person_key
     where g.id = ${guest.id}`.execute(db)
  const dump = rows[0]?.dump ?? ''
  assert.match(dump, /王小美/)
  assert.match(dump, /•••789/)
  for (const plain of ['312456789', '312456', '1990-04-01', '1990']) {
    assert.ok(!dump.includes(plain), plain)
    assert.ok(!dump.includes(Buffer.from(plain).toString('hex')), plain)
  }
})

test('a list shows masks, built as JSON by PostgreSQL in one statement', async () => {
  const { id } = await keep({ ...mei, passport_number: '12345' })
  const read = jsonArray((on) =>
    on.selectFrom('guests').select(['id', 'name']).select(masksOf('guests', Guest)).where('id', '=', id),
  )
  assert.deepEqual(JSON.parse((await read(db, {})).json), [
    { id, name: '王小美', passport_number: '•••', birth_date: '•••' },
  ])
  assert.equal(columnsOf('guests', Guest).length, 7)
  assert.deepEqual(shown(Guest).properties.birth_date, { type: ['string', 'null'], examples: ['•••'] })
})

test('a mask shows at most the last three characters, and none of a short number', async () => {
  const shows = async (passport_number: string) => {
    const { id } = await keep({ name: 'A', passport_number })
    return db.selectFrom('guests').select(masksOf('guests', Guest)).where('id', '=', id).executeTakeFirstOrThrow()
  }
  assert.deepEqual(await shows('A12345678'), { passport_number: '•••678', birth_date: null })
  assert.deepEqual(await shows('1234567'), { passport_number: '•••567', birth_date: null })
  assert.deepEqual(await shows('123456'), { passport_number: '•••', birth_date: null })
})

test('revealing returns the plain values and is logged', async () => {
  const guest = await keep({ ...mei, birth_date: undefined as never })
  assert.deepEqual(await revealed(guest, 'passport_number', 'birth_date'), {
    passport_number: '312456789',
    birth_date: null,
  })
  const reads = await db.selectFrom('personal_data_reads').selectAll().where('record_id', '=', guest.id).execute()
  assert.deepEqual(
    reads.map(({ id, created_at, ...read }) => read),
    [
      {
        person_key: guest.person_key,
        actor_id: ids.op,
        table_name: 'guests',
        record_id: guest.id,
        fields: ['passport_number', 'birth_date'],
        reason: '開票',
        request_id: 'r-1',
      },
    ],
  )
})

test('a revealed answer is not stored under its idempotency key', async () => {
  const guest = await keep(mei)
  const office = service({
    database,
    keys,
    files: app.files,
    papers: app.papers,
    machine: app.machine,
    jobs: new Map(),
    zone: 'Asia/Taipei',
    corsOrigins: [],
    trustProxy: 0,
    log: pino({ level: 'silent' }),
    identify: async () => ({ id: ids.op, roles: ['department'] }) as unknown as Actor,
  })
  const body = RevealOf(Guest)
  const spec = { access: ['department'], summary: 'Reveal', body, returns: RevealedOf(Guest), noReplay: true } as const
  office.register(
    routes((on) => on.post('/reveal', spec, ({ tx, body }) => reveal(tx, keys, { ...asking(guest), ...body }))),
  )
  const send = (payload: object) => {
    const headers = { authorization: `Bearer ${'t'.repeat(40)}`, 'idempotency-key': 'reveal-1' }
    return office.inject({ method: 'POST', url: '/reveal', headers, payload })
  }
  for (const _ of [1, 2]) {
    const answer = await send({ fields: ['birth_date'], reason: '報名' })
    assert.deepEqual(answer.json(), { success: true, data: { birth_date: '1990-04-01' } })
  }
  assert.equal((await send({ fields: ['name'], reason: '報名' })).statusCode, 422)
  assert.equal((await send({ fields: ['birth_date'] })).statusCode, 422)
  await office.close()
  const reads = await db.selectFrom('personal_data_reads').select('reason').where('record_id', '=', guest.id).execute()
  assert.deepEqual(reads, [{ reason: '報名' }, { reason: '報名' }])
  assert.deepEqual(await db.selectFrom('idempotency_keys').select('key').execute(), [])
})

test('a changed value is encrypted under the same key', async () => {
  const guest = await keep(mei)
  await database.transaction({}, async (tx) => {
    const person = await personKey(tx, keys, guest.person_key)
    const change = sealed(person, 'guests', Guest, { passport_number: 'B99887766', birth_date: null })
    await tx.updateTable('guests').set(change).where('id', '=', guest.id).execute()
  })
  assert.deepEqual(await revealed(guest, 'passport_number', 'birth_date'), {
    passport_number: 'B99887766',
    birth_date: null,
  })
})

test('a value copied to another row or column cannot be decrypted', async () => {
  const [guest, other] = [await keep(mei), await keep(mei)]
  const moved = (statement: (tx: Tx) => Promise<unknown>) => database.transaction({}, statement)
  await moved((tx) => sql`update guests set birth_date = passport_number where id = ${guest.id}`.execute(tx))
  await assert.rejects(revealed(guest, 'birth_date'), /unable to authenticate/)
  assert.deepEqual(await revealed(guest, 'passport_number'), { passport_number: '312456789' })
  await moved((tx) =>
    sql`update guests g set passport_number = o.passport_number from guests o where g.id = ${guest.id} and o.id = ${other.id}`.execute(
      tx,
    ),
  )
  await assert.rejects(revealed(guest, 'passport_number'), /unable to authenticate/)
  await moved((tx) =>
    sql`update person_keys k set wrapped = o.wrapped from person_keys o where k.id = ${guest.person_key} and o.id = ${other.person_key}`.execute(
      tx,
    ),
  )
  await assert.rejects(revealed(guest, 'passport_number'), /unable to authenticate/)
  await assert.rejects(revealed({ ...other, person_key: guest.person_key }, 'passport_number'))
})

test('another master key decrypts nothing', async () => {
  const guest = await keep(mei)
  const foreign = keysFrom(Buffer.alloc(32, 8))
  await assert.rejects(
    database.transaction({}, (tx) => reveal(tx, foreign, asking(guest, 'passport_number'))),
    /unable to authenticate/,
  )
})

test('after an erasure nothing can be read, changed or restored', async () => {
  const guest = await keep(mei)
  await database.transaction({}, (tx) => erase(tx, guest.person_key))
  await database.transaction({}, (tx) => erase(tx, guest.person_key))
  const isErased = (error: unknown) =>
    error instanceof Refusal && error.code === 'step_not_possible' && /erased/.test(error.extras.detail?.[1] ?? '')
  await assert.rejects(revealed(guest, 'passport_number'), isErased)
  await assert.rejects(
    database.transaction({}, (tx) => personKey(tx, keys, guest.person_key)),
    isErased,
  )
  const { wrapped, erased_at } = await db
    .selectFrom('person_keys')
    .selectAll()
    .where('id', '=', guest.person_key)
    .executeTakeFirstOrThrow()
  assert.deepEqual([wrapped, typeof erased_at], [null, 'string'])
  const reads = await db.selectFrom('personal_data_reads').select('id').where('record_id', '=', guest.id).execute()
  assert.equal(reads.length, 0)
})

test('equal numbers have the same fingerprint in any notation', () => {
  const one = fingerprint(keys, 'passport', 'a 123-456')
  assert.deepEqual(fingerprint(keys, 'passport', 'A123456'), one)
  assert.notDeepEqual(fingerprint(keys, 'passport', 'A123457'), one)
  assert.notDeepEqual(fingerprint(keys, 'national id', 'A123456'), one)
  assert.notDeepEqual(fingerprint(keysFrom(Buffer.alloc(32, 8)), 'passport', 'A123456'), one)
})
