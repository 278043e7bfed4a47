import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedHouse } from '../../../../test/house.ts'

const { app } = await sharedHouse()
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const get = (url: string, headers: Record<string, string>) => app.inject({ method: 'GET', url, headers })

test('a browser gets a page in its language at an unknown address, with links to go on', async () => {
  for (const url of ['/trips', '/desk/nothing-here', '/desk/trips/7/nothing']) {
    const zh = await get(url, { accept: browser, 'accept-language': 'zh-TW' })
    assert.deepEqual([zh.statusCode, zh.headers['content-type']], [404, 'text/html; charset=utf-8'], url)
    assert.match(zh.body, /<h1>找不到這個頁面<\/h1>/)
    assert.match(zh.body, /<a class="button main" href="\/">回到首頁<\/a>/)
    assert.doesNotMatch(zh.body, /nothing|not_found|404/)
    const en = await get(url, { accept: browser, 'accept-language': 'en' })
    assert.match(en.body, /<h1>There is no such page<\/h1>/)
  }
})

test('a program gets a refusal at an unknown address, and so does a browser below /api', async () => {
  for (const [url, accept] of [
    ['/trips', 'application/json'],
    ['/trips', '*/*'],
    ['/api/nothing-here', browser],
  ] as const) {
    const answer = await get(url, { accept })
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], `${url} ${accept}`)
  }
})

test('an address that is broken or much too long is answered in the same way', async () => {
  for (const url of [`/trips/${'a'.repeat(3500)}`, `/en/talks/${'9'.repeat(201)}`, '/trips/%E0%A4%A', '/%']) {
    const page = await get(url, { accept: browser, 'accept-language': 'zh-TW' })
    assert.deepEqual([page.statusCode, page.headers['content-type']], [404, 'text/html; charset=utf-8'], url)
    assert.match(page.body, /<h1>找不到這個頁面<\/h1>/)
    assert.equal((await get(url, { accept: 'application/json' })).json().success, false, url)
  }
  assert.equal((await get(`/api/seasons/${'9'.repeat(300)}`, { accept: browser })).json().code, 'not_found')
})
