import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { House } from '../../../test/house.ts'
import { receiver } from '../../../test/receiver.ts'
import { enqueue } from '../../kit/jobs.ts'

/** Another system that listens, webhooks that lead to it, and something that happens, for the tests of what is told. */
export const ground = async (home: House) => {
  const { as, db, database } = home
  const admin = as('admin')
  const office = await receiver(home)
  const { id: tour_leader_id } = (await admin.post('/tour-leaders', { name: '陳志明' })).data
  let day = Date.UTC(2027, 0, 1)

  const deliveries = async (id: number) => (await admin.get(`/webhooks/${id}/deliveries`)).data
  return {
    admin,
    office,
    made: async (fields: object = {}) =>
      (await admin.post('/webhooks', { name: '會計', url: office.url, ...fields })).data,
    removed: async (id: number) => assert.equal((await admin.delete(`/webhooks/${id}`)).status, 200),
    /** Days off of a leader, which have this id. */
    happens: async (): Promise<number> => {
      day += 86_400_000
      const on = new Date(day).toISOString().slice(0, 10)
      const body = { tour_leader_id, type: 'training', starts_on: on, ends_on: on, reason: '王小美的婚禮' }
      const { status, data } = await as('op').post('/leader-unavailabilities', body)
      assert.equal(status, 201)
      return data.id
    },
    deliveries,
    /** A message once it was tried and stands so. */
    settled: async (id: number, delivery: number, status = 'delivered') => {
      for (const end = Date.now() + 15_000; Date.now() < end; await pause(20)) {
        const { data } = await admin.get(`/webhooks/${id}/deliveries/${delivery}`)
        if (data.status === status && data.log.length) return data
      }
      throw new Error(`message ${delivery} never was ${status}`)
    },
    /** The pause before the next try passes at once; an empty job calls for whoever does them. */
    timePasses: async () => {
      await sql`update jobs.job set start_after = now() where name = 'webhooks.deliver' and state = 'created'`.execute(
        db,
      )
      await database.transaction({}, async (tx) => enqueue(tx, 'webhooks.deliver', { delivery_id: 0 }))
    },
  }
}
