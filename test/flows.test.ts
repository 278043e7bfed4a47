import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { nameAllCodes } from '../src/code-lists.ts'
import { type Flow, faults, mayTake, outcome, type Step } from '../src/kit/flow.ts'
import { wordsOf } from '../src/kit/words/code-words.ts'
import { sources } from './sources.ts'

const root = new URL('..', import.meta.url)
const files = globSync('src/modules/**/flow.ts', { cwd: root }).sort()

/** All flows among the exports of a module, also nested ones. */
const flowsIn = (exported: unknown, name: string): [name: string, flow: Flow<string>][] => {
  if (typeof exported !== 'object' || exported === null) return []
  if ('statuses' in exported && 'steps' in exported) return [[name, exported as Flow<string>]]
  return Object.entries(exported).flatMap(([key, value]) => flowsIn(value, `${name}.${key}`))
}
const flows = new Map<string, [string, Flow<string>][]>()
for (const file of files) flows.set(file, flowsIn(await import(new URL(file, root).href), file))

test('in every flow each status can be reached, only final statuses have no step out, and no row contradicts itself', () => {
  const all = [...flows.values()].flat()
  assert.ok(all.length >= 13, `${all.length} flows`)
  for (const [name, flow] of all)
    assert.deepEqual(faults(flow), { unreachable: [], stuck: [], contradicting: [] }, name)
})

test('every flow is exported by a flow.ts and compared with a grid in flow.test.ts', () => {
  for (const [file, found] of flows) {
    assert.ok(found.length > 0, `${file} exports no flow`)
    const grid = file.replace('.ts', '.test.ts')
    const held = existsSync(grid) ? readFileSync(grid, 'utf8').split('holdsTo(').length - 1 : 0
    assert.ok(held >= found.length, `${grid} holds ${held} of ${found.length} flows to a grid`)
  }
  // Every flow must be typed as `Flow` and be in a file `flow.ts`; in another file this test would not find it.
  const typed = sources.filter(({ path, text }) => path !== 'src/kit/flow.ts' && /satisfies Flow<|: Flow</.test(text))
  assert.deepEqual(
    typed
      .map(({ path }) => join(path))
      .filter((path) => !path.startsWith('src/kit/'))
      .sort(),
    files,
  )
})

test('every status and every step has words in both languages', () => {
  nameAllCodes()
  const without = [...flows.values()].flat().flatMap(([name, { statuses, steps, acts = {}, words }]) => [
    ...statuses.filter((status) => !wordsOf(words.status, status)).map((status) => `${name}: ${status}`),
    ...Object.keys(steps)
      .filter((step) => !wordsOf(words.step, step))
      .map((step) => `${name}: ${step}`),
    ...Object.keys(acts)
      .filter((act) => !wordsOf('act', act))
      .map((act) => `${name}: ${act}`),
  ])
  assert.deepEqual(without, [])
})

test('one function makes all refusals of steps', () => {
  const saying = sources.filter(({ text }) => text.includes('目前可行：')).map(({ path }) => path)
  assert.deepEqual(saying, ['src/kit/flow.ts'])
})

test('`faults` names the faults of a flow', () => {
  const flow = {
    statuses: ['draft', 'open', 'lost', 'done'],
    starts: ['draft'],
    ends: ['done'],
    steps: {
      open: { by: ['sales'], from: ['draft'], to: 'open', only: { customer: ['draft'] } },
      done: { by: ['sales'], from: ['lost'], to: 'done' },
    },
    acts: { change: { by: ['sales'], from: ['open'], only: { sales: ['done'] } } },
    words: { status: 'trip_status', step: 'trip_step' },
  } as const satisfies Flow<string>
  assert.deepEqual(faults(flow), { unreachable: ['lost', 'done'], stuck: ['open'], contradicting: ['change', 'open'] })
})

test('the status after a step is fixed or depends on the answer', () => {
  const { to } = { to: { yes: 'done', no: 'draft' } } as const
  assert.equal(outcome({ to: 'open' }), 'open')
  assert.equal(outcome({ to }, 'no'), 'draft')
  assert.throws(() => outcome({ to }, 'perhaps'), /without an outcome for perhaps/)
})

test('an unknown role, status, fact or step does not compile', () => {
  type Status = 'draft' | 'open'
  type Standing = { status: Status; isPaid: boolean }
  // @ts-expect-error: nobody has this role
  const by = { by: ['boss'], from: ['draft'], to: 'open' } as const satisfies Step<Status>
  // @ts-expect-error: no such status to lead to
  const to = { by: ['sales'], from: ['draft'], to: 'done' } as const satisfies Step<Status>
  // @ts-expect-error: no such status to come from
  const from = { by: ['sales'], from: ['new'], to: 'open' } as const satisfies Step<Status>
  // @ts-expect-error: nobody has this role
  const only = { by: ['sales'], from: ['draft'], to: 'open', only: { boss: ['draft'] } } as const satisfies Step<Status>
  // @ts-expect-error: the state has no such fact
  const when = { by: ['sales'], from: ['draft'], to: 'open', when: ({ isSold }) => isSold } as const satisfies Step<
    Status,
    Standing
  >
  const open = { by: ['sales'], from: ['draft'], to: 'open' } as const satisfies Step<Status, Standing>
  const life = {
    statuses: ['draft', 'open'],
    starts: ['draft'],
    ends: ['open'],
    steps: { open },
    words: { status: 'trip_status', step: 'trip_step' },
  } as const satisfies Flow<Status, Standing>
  mayTake(life, 'open', { status: 'draft', isPaid: true }, ['sales'])
  // @ts-expect-error: no such step
  assert.throws(() => mayTake(life, 'close', { status: 'draft', isPaid: true }, ['sales']))
  // @ts-expect-error: nobody has this role
  assert.throws(() => mayTake(life, 'open', { status: 'draft', isPaid: true }, ['boss']))
  assert.ok([by, to, from, only, when].every(({ from }) => from.length === 1))
})
