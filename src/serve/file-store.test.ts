import assert from 'node:assert/strict'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../test/house.ts'
import { terminal } from '../../test/terminal.ts'
import { openStore } from '../kit/files/store.ts'
import { adoptFileStore, claimFileStore, faultOfFileStore } from './file-store.ts'

const one = await house()
const two = await house()
const { guidon, directory } = await terminal(one)
const notes: string[] = []
const claim = async ({ database }: typeof one, path: string) =>
  claimFileStore(database, await openStore({ directory: path }), (line) => notes.push(line)).then(
    () => 'claimed',
    ({ extras }) => extras.detail[1],
  )
const idOf = async ({ db }: typeof one) => {
  const { rows } = await sql<{ value: string }>`select value from installation where key = 'file_store'`.execute(db)
  return rows[0]?.value
}
const at = (name: string) => join(directory, name)
const elsewhere =
  'The files of this database are in another store. Give every process the same FILES_URL, or a shared DATA_DIR/files. If you moved the files, move store-id with them.'
const ofAnother =
  'This file store belongs to another database. Give each database a store of its own; if that database is gone, delete store-id from the store.'

test('the store of the first start is the store of the database; processes with another one are refused', async () => {
  assert.deepEqual(await Promise.all([claim(one, at('files')), claim(one, at('files'))]), ['claimed', 'claimed'])
  assert.equal(await readFile(at('files/store-id'), 'utf8'), await idOf(one))
  assert.equal(await claim(one, at('files')), 'claimed')
  assert.equal(await claim(one, at('other')), elsewhere)
  assert.deepEqual(await faultOfFileStore(one.database, await openStore({ directory: at('files') })), undefined)
  const [fault] = JSON.parse((await guidon('doctor --json', { env: { DATA_DIR: at('nowhere') } })).out).filter(
    ({ about, is }: Record<string, string>) => about === 'files' && is === 'fail',
  )
  assert.equal(fault.says, elsewhere)
})

test('files that were moved together with store-id are accepted', async () => {
  await openStore({ directory: at('moved') })
  await copyFile(at('files/store-id'), at('moved/store-id'))
  assert.equal(await claim(one, at('moved')), 'claimed')
})

test('a store belongs to one database; the refused one still finds its own store', async () => {
  assert.equal(await claim(two, at('files')), ofAnother)
  assert.equal(await claim(two, at('second')), 'claimed')
  assert.equal(await claim(two, at('files')), elsewhere)
})

test('a start that died before the database knew the id is completed by the next', async () => {
  const id = await idOf(two)
  await sql`update installation set value = ${`new ${id}`} where key = 'file_store'`.execute(two.db)
  assert.equal(await claim(two, at('second')), 'claimed')
  assert.equal(await idOf(two), id)
})

test('a restored database takes an unmarked store, and no other', async () => {
  await adoptFileStore(two.database, await openStore({ directory: at('fresh') }))
  assert.deepEqual([await claim(two, at('fresh')), await claim(one, at('fresh'))], ['claimed', elsewhere])
  await adoptFileStore(two.database, await openStore({ directory: at('files') }))
  assert.equal(await claim(one, at('files')), 'claimed')
})

test('a store that does not answer does not prevent a start', async () => {
  const url = 's3://guidon?endpoint=http://127.0.0.1:1'
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' })
  const files = await openStore({ directory: at('bucket'), url })
  await claimFileStore(one.database, files, (line) => notes.push(line))
  assert.equal(notes.length, 1)
  assert.match(notes[0] ?? '', /^the file store failed: .*ECONNREFUSED.*; it is not known whether it is the store/)
})
