import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('../db/migrations/', import.meta.url)
const text = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const released = text('RELEASED').trim()
const all = readdirSync(folder).filter((name) => name.endsWith('.sql'))

const tablesIn = (sql: string) =>
  [...sql.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name ?? '')
const releasedTables = new Set(all.filter((name) => name <= released).flatMap((name) => tablesIn(text(name))))

const statementsIn = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$.*?\$\$/gs, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())

/** Columns and functions that came after that release, which it does not use: `table.column`, `name()`. */
const newNamesIn = (statement: string) => {
  const [, created] = /^create function (\w+)/.exec(statement) ?? []
  const [, altered] = /^alter table (\w+)/.exec(statement) ?? []
  const columns = [...statement.matchAll(/\badd column (\w+)/g)].map(([, column]) => `${altered}.${column}`)
  return created === undefined ? columns : [`${created}()`]
}
const newNames = new Set(
  all.filter((name) => name > released).flatMap((name) => statementsIn(text(name)).flatMap(newNamesIn)),
)
const dropsNewNames = (statement: string, since: ReadonlySet<string>) => {
  const [, dropped] = /^drop function (\w+)\(\)$/.exec(statement) ?? []
  const [, altered, column] = /^alter table (\w+) drop column (\w+)$/.exec(statement) ?? []
  return since.has(`${dropped}()`) || since.has(`${altered}.${column}`)
}

/** Statements after which a process of the release before fails, or its writes are refused. */
const breaking = (sql: string, since: ReadonlySet<string>) =>
  statementsIn(sql).filter((statement) => isBreaking(statement, since))

const isBreaking = (statement: string, since: ReadonlySet<string>) => {
  if (dropsNewNames(statement, since)) return false
  const [, altered] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement) ?? []
  const [, indexed, column] = /^create unique index .*?\bon (?:only )?(\w+)(?: \((\w+)\)$)?/.exec(statement) ?? []
  if (/^drop (table|view|function|type|schema|sequence)\b|^alter (?!table\b)\w+ \w+ rename\b/.test(statement))
    return true
  if (indexed !== undefined) return releasedTables.has(indexed) && !since.has(`${indexed}.${column}`)
  return (
    altered !== undefined && releasedTables.has(altered) && changes(statement).some((change) => unsafe.test(change))
  )
}

// Commas within brackets separate no changes. A constraint that is replaced under its name allows more than before.
const changes = (statement: string) =>
  statement.split(/,(?![^(]*\))/).filter((change) => {
    const [, added] = /\badd constraint (\w+)/.exec(change) ?? []
    return added === undefined || !statement.includes(`drop constraint ${added},`)
  })
const unsafe =
  /\brename\b|\bdrop (?!constraint\b|not null\b)|\bset not null\b|\btype\b|\badd (constraint|check|unique|primary|foreign|exclude)\b|\badd column (?!.*\bdefault\b|.*\bgenerated\b).*\bnot null\b|\badd column .*\bunique\b/

test('the release before can serve beside every migration that came since', () => {
  assert.ok(all.includes(released))
  const found = all.filter((name) => name > released).flatMap((name) => breaking(text(name), newNames))
  assert.deepEqual(found, [])
})

test('no two migrations have the same number', () => {
  const numbers = all.map((name) => name.split('_')[0])
  assert.deepEqual(
    numbers.filter((number, n) => numbers.indexOf(number) < n),
    [],
  )
})

test('a migration that breaks an older process is recognized', () => {
  const safe = [
    'alter table bookings add column note text',
    "alter table bookings add column note text not null default '', add column score integer",
    'alter table bookings alter column contact_phone drop not null',
    "alter table users drop constraint users_role_check, add constraint users_role_check check (role in ('a', 'b'))",
    'create index some on bookings (lower(contact_email))',
    'create table notes (id integer primary key, text text not null); create unique index some on notes (text)',
    'alter table notes rename to remarks',
    'alter table bookings drop column of_today',
    'drop function tell_today()',
    'create unique index some on bookings (of_today)',
  ]
  const unsafe = [
    'alter table bookings drop column note',
    'alter table bookings drop column of_today, drop column data',
    'drop function audit()',
    'alter table bookings add column score numeric(5, 2), drop customer_note',
    'alter table bookings rename column customer_note to note',
    'alter table bookings rename to orders',
    'alter table bookings add column score integer not null',
    'alter table bookings alter column customer_note set not null',
    'alter table bookings alter column customer_note type integer',
    'alter table bookings alter column source drop default',
    'alter table bookings add constraint some check (total > 0)',
    'alter table bookings drop constraint some, add constraint other check (total > 0)',
    'create unique index some on bookings (contact_email)',
    'create unique index some on bookings (of_today, contact_email)',
    'drop table bookings',
  ]
  // What came since that release may go again.
  const since = new Set(['bookings.of_today', 'tell_today()'])
  assert.deepEqual(
    safe.flatMap((sql) => breaking(sql, since)),
    [],
  )
  assert.deepEqual(
    unsafe.flatMap((sql) => breaking(sql, since)),
    unsafe,
  )
})
