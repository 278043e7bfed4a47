import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { declarations } from './declarations.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

// Runs a separate process in which every record has one more field: one column, and one line in its declaration.
const faultsIn = async (): Promise<Record<string, string>> => {
  const { NODE_TEST_CONTEXT: _runner, ...env } = process.env
  const child = fork(pathOf('follow.ts'), {
    execArgv: ['--import', pathOf('add-fields.ts')],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [faults] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  return typeof faults === 'object' ? faults : { fixtures: `exit ${faults}` }
}
const faults = await faultsIn()

test('the service starts and works with a new field in every record', () =>
  assert.ok(!faults.fixtures, faults.fixtures))

for (const record of Object.keys(declarations))
  test(`${record}: a new field can be sent, and is stored and shown`, () => assert.ok(!faults[record], faults[record]))
