import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOnRoad, isLeaderReached, zoneAt } from './rules.ts'

// Five days in Prague: it leaves Taipei at 23:40 of the 5th and Prague at 11:20 of the 9th, and is back at 06:05 of the 10th.
const prague = {
  departure_date: '2026-12-05',
  return_date: '2026-12-10',
  starts_in: 'Asia/Taipei',
  moves: [
    { at: '2026-12-05T15:40:00Z', zone: 'Europe/Prague' },
    { at: '2026-12-09T10:20:00Z', zone: 'Asia/Taipei' },
  ],
}

test('the day of a trip is the day at the place where it is', () => {
  const days = {
    '2026-12-03T15:59:00Z': undefined,
    // Midnight in Taipei: the day before the departure begins.
    '2026-12-03T16:00:00Z': '2026-12-04',
    '2026-12-04T16:00:00Z': '2026-12-05',
    '2026-12-05T15:39:00Z': '2026-12-05',
    // The flight has left: it is 23:59 in Prague, and the morning of the 6th in Taipei.
    '2026-12-05T22:59:00Z': '2026-12-05',
    '2026-12-05T23:00:00Z': '2026-12-06',
    '2026-12-08T22:30:00Z': '2026-12-08',
    '2026-12-08T23:00:00Z': '2026-12-09',
    '2026-12-09T10:19:00Z': '2026-12-09',
    // On the way home it is the clock of Taipei again, where the 10th begins at 16:00 UTC.
    '2026-12-09T15:59:00Z': '2026-12-09',
    '2026-12-09T16:00:00Z': '2026-12-10',
    '2026-12-10T15:59:00Z': '2026-12-10',
    '2026-12-10T16:00:00Z': undefined,
  }
  for (const [now, day] of Object.entries(days)) assert.equal(dayOnRoad(prague, now), day, now)
})

test('before its first move a trip is where it starts, and afterwards where the last move has led', () => {
  assert.equal(zoneAt(prague, '2026-12-05T15:39:59Z'), 'Asia/Taipei')
  assert.equal(zoneAt(prague, '2026-12-05T15:40:00Z'), 'Europe/Prague')
  assert.equal(zoneAt({ moves: [], starts_in: 'Asia/Taipei' }, '2026-12-05T15:40:00Z'), 'Asia/Taipei')
})

test('the number of the leader is told from three days before the departure until the return', () => {
  const told = { '2026-12-01': false, '2026-12-02': true, '2026-12-05': true, '2026-12-10': true, '2026-12-11': false }
  for (const [day, isTold] of Object.entries(told)) assert.equal(isLeaderReached(prague, day), isTold, day)
})
