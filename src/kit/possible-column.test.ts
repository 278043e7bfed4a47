import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedHouse } from '../../test/house.ts'
import { possibleColumn } from './possible-column.ts'

type Status = 'open' | 'offered' | 'done'
type Standing = { status: Status; isPriced: boolean; isLate: boolean }
const flow = {
  statuses: ['open', 'offered', 'done'] as const,
  starts: ['open' as const],
  ends: ['done' as const],
  words: { status: '', step: '' },
  steps: {
    quote: { by: ['department' as const], from: ['open' as const], to: 'offered' as const },
    forward: {
      by: ['sales' as const],
      from: ['open' as const, 'offered' as const],
      to: 'offered' as const,
      when: ({ status, isPriced, isLate }: Standing) => status === 'offered' || isPriced || isLate,
    },
    finish: {
      by: ['sales' as const, 'department' as const],
      from: ['open' as const, 'offered' as const],
      only: { department: ['open' as const] },
      to: 'done' as const,
      when: ({ isPriced, isLate }: Standing) => isPriced !== isLate,
    },
  },
}

const { db } = await sharedHouse()

const stepsOf = async (role: 'sales' | 'department') => {
  const facts = { isPriced: sql`(s.is_priced)`, isLate: sql`(s.is_late)` }
  const { rows } = await sql<{ row: string; steps: string[] }>`
    select concat_ws(' ', s.status, case when s.is_priced then 'priced' end, case when s.is_late then 'late' end) as row,
           ${possibleColumn(flow, [role], 's.status', facts)} as steps
      from unnest(array['open', 'offered', 'done']) as of (status), (values (true), (false), (null)) as p (is_priced),
           (values (true), (false)) as l (is_late), lateral (select of.status, p.is_priced, l.is_late) as s
     where p.is_priced is not null or of.status = 'open'
     order by array_position(array['open', 'offered', 'done'], of.status), p.is_priced desc nulls last, l.is_late desc`.execute(
    db,
  )
  return rows.map(({ row, steps }) => `${row}: ${steps.join(', ')}`)
}

test('the column lists what the flow allows in each status, with each combination of facts; an unknown fact counts as false', async () => {
  assert.deepEqual(await stepsOf('sales'), [
    'open priced late: forward',
    'open priced: forward, finish',
    'open late: forward, finish',
    'open: ',
    'open late: forward, finish',
    'open: ',
    'offered priced late: forward',
    'offered priced: forward, finish',
    'offered late: forward, finish',
    'offered: forward',
    'done priced late: ',
    'done priced: ',
    'done late: ',
    'done: ',
  ])
  assert.deepEqual(
    (await stepsOf('department')).filter((row) => row.includes('finish') || row.includes('quote')),
    [
      'open priced late: quote',
      'open priced: quote, finish',
      'open late: quote, finish',
      'open: quote',
      'open late: quote, finish',
      'open: quote',
    ],
  )
})
