import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personIn, withLostZero } from './repairs.ts'

test('a telephone number gets the zero back that a spreadsheet has dropped', () => {
  const cases: [string, string | undefined][] = [
    ['912345678', '0912345678'],
    ['912-345-678', '0912-345-678'],
    ['225550100', '0225550100'],
    ['423456789', '0423456789'],
    ['0912345678', undefined],
    ['25550100', undefined],
    ['33556677', undefined],
    ['886912345678', undefined],
    ['+886 912 345 678', undefined],
    ['512345678', undefined],
  ]
  assert.deepEqual(
    cases.map(([written]) => [written, withLostZero(written)]),
    cases,
  )
})

test('what stands beside a name is told apart from it', () => {
  const cases: [string, ReturnType<typeof personIn>][] = [
    ['王美玲', { name: '王美玲', isMany: false }],
    ['王美玲小姐', { name: '王美玲', title: '小姐', isMany: false }],
    ['王美玲　小姐', { name: '王美玲', title: '小姐', isMany: false }],
    ['陳志明（先生）', { name: '陳志明', title: '先生', isMany: false }],
    ['王小姐', { name: '王小姐', isMany: false }],
    ['王美玲 0912-345-678', { name: '王美玲', phone: '0912-345-678', isMany: false }],
    ['王美玲(0912345678)', { name: '王美玲', phone: '0912345678', isMany: false }],
    ['王美玲 小姐 手機:912345678', { name: '王美玲', title: '小姐', phone: '912345678', isMany: false }],
    ['王美玲、陳志明', { name: '王美玲、陳志明', isMany: true }],
    ['王美玲/陳志明', { name: '王美玲/陳志明', isMany: true }],
    ['王美玲 陳志明', { name: '王美玲 陳志明', isMany: true }],
    ['王美玲和陳志明', { name: '王美玲和陳志明', isMany: true }],
    ['王和平', { name: '王和平', isMany: false }],
    ['歐陽 娜娜', { name: '歐陽 娜娜', isMany: false }],
    ['WANG/MEILING', { name: 'WANG/MEILING', isMany: false }],
    ['Mary Wang', { name: 'Mary Wang', isMany: false }],
  ]
  assert.deepEqual(
    cases.map(([written]) => [written, personIn(written)]),
    cases,
  )
})
