import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

/** The output of a process that logs and then ends. */
const printed = (script: string) => {
  const { href } = new URL('log.ts', import.meta.url)
  const code = `import { openLog } from '${href}'; const log = openLog('info'); ${script}`
  return text(spawn(process.execPath, ['--input-type=module', '-e', code]).stdout)
}
const messages = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)

test('lines are written in order, also those that are logged just before the process ends', async () => {
  const few = await printed(`for (const n of [1, 2, 3]) log.info('line ' + n); log.debug('not shown')`)
  assert.deepEqual(messages(few), ['line 1', 'line 2', 'line 3'])
  const many = await printed(`for (let n = 1; n <= 1000; n += 1) log.info('line ' + n); process.exit(3)`)
  assert.deepEqual([messages(many).length, messages(many).at(-1)], [1000, 'line 1000'])
})

test('lines of a quiet process are written within a second', async () => {
  const lines = await printed(`log.info('quiet'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000)`)
  assert.deepEqual(messages(lines), ['quiet'])
})
