import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { answerOverdue, BUDGET_MS, stopClock } from './overdue.ts'

test('a request that is never answered gets 503 before the connection is cut; while its clock is stopped, it waits', async () => {
  const app = Fastify()
  app.decorateRequest('locale', 'zh-TW').decorateRequest('refusedAs')
  assert.equal(BUDGET_MS, 15_000)
  answerOverdue(app, 1_500)
  app.get('/never', () => pause(30_000, undefined, { ref: false }))
  app.get('/theirs', async (request) => {
    const startClock = stopClock(request)
    await pause(5_000)
    startClock()
    return 'done'
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const asked = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(address + path)
    return [answer.status, answer.headers.get('retry-after'), Math.floor((performance.now() - began) / 1_000)]
  }
  const [[status, retry, seconds], theirs] = await Promise.all([asked('/never'), asked('/theirs')])
  assert.deepEqual([status, retry, seconds === 3 || seconds === 4], [503, '2', true])
  assert.deepEqual([...theirs.slice(0, 2), Number(theirs[2]) >= 5], [200, null, true])
  await app.close()
})
