import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { seedRows } from '../../kit/db/seeds.ts'
import { calendarFrom } from './calendar.ts'

test('the entries of a conversation are in order at every hour of the day', () => {
  const rows = [...seedRows('demo/requests'), ...seedRows('demo/turns')]
  for (let hour = 0; hour < 24; hour += 1) {
    const calendar = calendarFrom(`2027-01-28T${String(hour).padStart(2, '0')}:01:00Z`, 'Asia/Taipei')
    const last = new Map<string | undefined, Temporal.Instant>()
    for (const { request, when } of rows) {
      const at = calendar.instant(when)
      const before = last.get(request)
      assert.ok(!before || Temporal.Instant.compare(before, at) < 0, `${request} ${when} at ${hour}`)
      last.set(request, at)
    }
  }
})

test('an offer is answered before its trip returns, at every hour of the day', () => {
  const rowsOf = (file: string, key: string) => new Map(seedRows(`demo/${file}`).map((row) => [row[key], row]))
  const [trips, packages] = [rowsOf('trips', 'code'), rowsOf('packages', 'code')]
  const requests = rowsOf('requests', 'request')
  const late = new Set<string>()
  for (let hour = 0; hour < 24; hour += 1) {
    const calendar = calendarFrom(`2027-01-28T${String(hour).padStart(2, '0')}:59:00Z`, 'Asia/Taipei')
    for (const { request, when, deadline } of seedRows('demo/turns').filter((row) => row.deadline)) {
      const trip = trips.get(requests.get(request)?.booking?.split('-')[0])
      const days = Number(packages.get(trip?.package)?.days)
      const back = calendar.day(trip?.departs).add({ days: days - 1 })
      const until = calendar
        .ahead(calendar.instant(when), deadline ?? '')
        .toZonedDateTimeISO('Asia/Taipei')
        .toPlainDate()
      const isOver = Temporal.PlainDate.compare(back, calendar.day()) < 0
      if (!isOver && Temporal.PlainDate.compare(until, back) > 0) late.add(`${request} ${when}`)
    }
  }
  assert.deepEqual([...late], [])
})
