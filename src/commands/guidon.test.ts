import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../test/house.ts'
import { onServer } from '../../test/server.ts'
import { terminal } from '../../test/terminal.ts'

const home = await house()
const { guidon } = await terminal(home)

const empty = async (name: string) => {
  const database = `${home.settings.database}_${name}`
  await onServer(`create database ${database}`)
  home.atEnd(() => onServer(`drop database ${database} with (force)`))
  return terminal({ ...home, settings: { ...home.settings, database } })
}

test('every command has help in both languages', async () => {
  const { code, out } = await guidon('--help')
  assert.equal(code, 0)
  for (const name of ['serve', 'migrate', 'seed', 'user', 'token', 'import', 'backup', 'restore', 'doctor'])
    assert.match(out, new RegExp(`^ {2}${name} .* · .*[一-龥]`, 'm'))
  const inner = await guidon('user add --help')
  assert.match(
    inner.out,
    /^Usage: guidon user add \[options\] <email>\n\nadd an account; without a password .*\n新增帳號/,
  )
})

test('unknown input exits with 2 and prints the help', async () => {
  for (const words of ['', 'dance', 'user dance', 'user add', 'import types', 'seed --now', 'token make a@b.tw']) {
    const { code, out, err } = await guidon(words)
    assert.deepEqual([code, out], [2, ''], words)
    assert.match(err, /Usage: guidon/, words)
  }
})

test('the program migrates an empty database and then runs the other commands', async () => {
  const there = await empty('program')
  const early = await there.guidon('user list')
  assert.deepEqual([early.code, early.out], [1, ''])
  assert.match(early.err, /run guidon migrate, or start the service/)
  const migrated = await there.really('migrate --json')
  assert.deepEqual([migrated.code, migrated.err], [0, ''])
  assert.equal(JSON.parse(migrated.out).applied[0], '0001_installation.sql')
  assert.deepEqual(await there.guidon('migrate'), {
    code: 0,
    out: 'Nothing to do; the database is up to date.\n',
    err: '',
  })
  assert.deepEqual(await there.guidon('user list --json'), { code: 0, out: '[]\n', err: '' })
})

test('reference data is seeded once', async () => {
  const { guidon } = await empty('seeded')
  const first = await guidon('seed', { isWatched: true })
  assert.deepEqual([first.code, first.out], [0, 'The reference data is complete.\n'])
  const told = first.err.split('\r').map((line) => line.replace(/^.*?\[K/, ''))
  assert.equal(told[1], '  0001_installation.sql …')
  assert.deepEqual(told.slice(-2), ['  reference data …', ''])
  assert.deepEqual(await guidon('seed'), { code: 0, out: 'The reference data is complete.\n', err: '' })
})

test('all configuration errors are reported at once', async () => {
  const env = { PORT: 'x', LOG_LEVEL: 'loud', MASTER_KEY: 'short', WEBHOOK_ALLOW: 'crm' }
  const { code, out, err } = await guidon('migrate', { env })
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^The configuration is not right:\n {2}- MASTER_KEY must be/)
  for (const name of ['MASTER_KEY', 'PORT', 'LOG_LEVEL', 'WEBHOOK_ALLOW']) assert.match(err, new RegExp(`- ${name} `))
  assert.ok(!err.includes('loud'))
})
