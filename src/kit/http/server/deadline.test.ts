import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify, { type FastifyReply } from 'fastify'
import { stoppedTimers } from '../../../../test/clock.ts'
import { sendRefusedPage } from '../pages/refused-page.ts'
import { answerOverdue, stopClock } from './deadline.ts'

test('a request that is never answered gets 503 before the connection is cut; while its clock is stopped, it waits', async (t) => {
  const passes = stoppedTimers(t)
  const app = Fastify()
  app.decorateRequest('locale', 'zh-TW').decorateRequest('refusedAs')
  answerOverdue(app)
  const replies: FastifyReply[] = []
  const bothCame = Promise.withResolvers<void>()
  const came = (reply: FastifyReply) => {
    replies.push(reply)
    if (replies.length === 2) bothCame.resolve()
  }
  const gate = Promise.withResolvers<void>()
  app.get('/never', (_request, reply) => {
    came(reply)
    return new Promise(() => {})
  })
  app.get('/theirs', async (request, reply) => {
    const startClock = stopClock(request)
    came(reply)
    await gate.promise
    startClock()
    return 'done'
  })
  const asked = ['/never', '/theirs'].map(async (path) => {
    const { statusCode, headers } = await app.inject(path)
    return [statusCode, headers['retry-after']]
  })
  await bothCame.promise
  const answered = () => replies.map(({ sent }) => sent)

  passes(16_500)
  assert.deepEqual(answered(), [false, false], 'its 15 s are over, and the rest that a transaction may still take')
  passes(500)
  assert.deepEqual(answered(), [true, false], 'one second before Node cuts the connection')
  assert.deepEqual(await asked[0], [503, '2'])
  passes(3_600_000)
  assert.deepEqual(answered(), [true, false])
  gate.resolve()
  assert.deepEqual(await asked[1], [200, undefined])
  await app.close()
})

test('a browser that waits too long for a page gets a page in words', async (t) => {
  const passes = stoppedTimers(t)
  const app = Fastify()
  app.decorateRequest('locale', 'zh-TW').decorateRequest('refusedAs').decorate('sendRefusedPage', sendRefusedPage)
  answerOverdue(app)
  const came = Promise.withResolvers<void>()
  app.get('/trips/slow', () => {
    came.resolve()
    return new Promise(() => {})
  })
  const asked = app.inject({ url: '/trips/slow', headers: { accept: 'text/html,*/*;q=0.8' } })
  await came.promise
  passes(17_000)
  const { statusCode, headers, body } = await asked
  assert.deepEqual([statusCode, headers['content-type']], [503, 'text/html; charset=utf-8'])
  assert.match(body, /<h1>服務暫時無法使用<\/h1><p>請稍候，這一頁會自動再試。<\/p>/)
  assert.equal(headers.refresh, '5')
  await app.close()
})
