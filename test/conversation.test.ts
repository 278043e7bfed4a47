import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { namesOf } from '../src/kit/flow.ts'
import { type Turn, turns } from '../src/modules/addon-requests/flow.ts'
import { statuses } from '../src/modules/addon-requests/request.ts'
import { fixtures } from './fixtures/addon-requests.ts'
import { house } from './house.ts'
import { missing } from './tools.ts'

const path = new URL('../docs/CONVERSATION.md', import.meta.url)
const page = () => readFileSync(path, 'utf8')
const blocks = (language: string) =>
  [...page().matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)

/** One arrow for every turn from one status to another. */
const diagram = () => {
  const arrows = statuses.flatMap((from) =>
    namesOf(turns).flatMap((name) => {
      const turn: Turn = turns[name]
      if (!turn.from.includes(from)) return []
      const { to } = turn
      const ends = typeof to === 'string' ? [['', to]] : Object.entries(to)
      return ends.map(([answer, end]) => `  ${from} --> ${end}: ${name}${answer && ` (${answer})`}\n`)
    }),
  )
  return `stateDiagram-v2\n  [*] --> open\n  [*] --> pending_approval\n${arrows.join('')}  completed --> [*]\n  cancelled --> [*]\n`
}

test('the state diagram in docs/CONVERSATION.md matches the table of turns', () => {
  if (process.env.UPDATE)
    writeFileSync(path, page().replace(/```mermaid\n[\s\S]*?```/, `\`\`\`mermaid\n${diagram()}\`\`\``))
  assert.equal(blocks('mermaid')[0], diagram(), 'run this test with UPDATE=1')
})

test('the commands in docs/CONVERSATION.md run as written, from inquiry to completion', {
  skip: missing('curl'),
}, async () => {
  const home = await house()
  const { seat, own } = await fixtures(home)
  const address = await home.app.listen({ port: 0, host: '127.0.0.1' })
  const { sales, ticketing, customer } = home.tokens
  const env = { ...process.env, BASE: address, SALES: sales, TICKETING: ticketing, CUSTOMER: customer }
  const script = ['set -euo pipefail', `TYPE=${seat} TRAVELER=${own.traveler_id}`, ...blocks('sh').slice(1)].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env })
  assert.doesNotMatch(stdout, /"success":false/, stdout)
  const { data } = await home.as('sales').get('/addon-requests')
  assert.deepEqual([data.length, data[0].status, data[0].final_cost], [1, 'completed', 12500])
})
