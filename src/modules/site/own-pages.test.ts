import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as } = home
await bookingFixtures(home)
const op = as('op')
const open = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'tours.example', accept: 'text/html', ...headers } })
const textOf = ({ body }: { body: string }) =>
  /<div class="own-text"[^>]*>([\s\S]*?)<\/div><\/div><\/main>/.exec(body)?.[1] ?? ''

const about = {
  ...{ slug: 'about-us', title: '關於我們', title_en: 'About us', is_published: true },
  ...{
    body: '# 我們的領隊\n\n每一團都有**自己的**領隊。',
    body_en: '# Our leaders\n\nEvery group has its own leader.',
  },
}

before(async () => assert.equal((await as('admin').put('/site', { is_on: true })).status, 200))

test('a department writes a page; visitors read it in both languages, with a link at the foot of each page', async () => {
  const made = done(await op.post('/site/pages', { ...about, is_published: false }))
  assert.deepEqual([made.sequence, made.in_menu, made.is_published], [1, true, false])
  assert.equal((await open('/pages/about-us')).statusCode, 404)
  assert.doesNotMatch((await open('/')).body, /\/pages\/about-us/)

  done(await op.put(`/site/pages/${made.id}`, { is_published: true }))
  const zh = await open('/pages/about-us')
  assert.equal(zh.statusCode, 200)
  assert.match(zh.body, /<title>關於我們｜/)
  assert.match(zh.body, /<meta name="description" content="我們的領隊 每一團都有自己的領隊。">/)
  assert.match(zh.body, /<h1>關於我們<\/h1>/)
  assert.equal(textOf(zh), '<h2>我們的領隊</h2>\n<p>每一團都有<strong>自己的</strong>領隊。</p>\n')
  const en = await open('/en/pages/about-us')
  assert.match(en.body, /<html lang="en">[\s\S]*<h1>About us<\/h1>/)
  assert.equal(textOf(en), '<h2>Our leaders</h2>\n<p>Every group has its own leader.</p>\n')
  for (const url of ['/', '/talks', '/pages/about-us'])
    assert.match(
      (await open(url)).body,
      /<nav class="own-pages"[^>]*><a href="\/pages\/about-us">關於我們<\/a><\/nav>/,
      url,
    )
  assert.match((await open('/en/')).body, /<a href="\/en\/pages\/about-us">About us<\/a>/)
})

test('what is not written in English is shown in Chinese and marked as such', async () => {
  done(await op.post('/site/pages', { slug: 'zh-only', title: '服務據點', body: '台北、台中。', is_published: true }))
  const { body } = await open('/en/pages/zh-only')
  assert.match(body, /<h1 lang="zh-Hant">服務據點<\/h1><div class="own-text" lang="zh-Hant"><p>台北、台中。<\/p>/)
  const [own = ''] = /\/site\/[\w-]+-own\.css/.exec(body) ?? []
  assert.match((await app.inject(own)).body, /\.own-text table\{/, 'its text has a sheet')
  assert.match(body, /<a href="\/en\/pages\/zh-only" lang="zh-Hant">服務據點<\/a>/)
})

test('the links at the foot keep the order of the agency, and leave out what is not in the menu', async () => {
  const titled = (slug: string, more: object) =>
    op.post('/site/pages', { slug, title: slug, body: slug, is_published: true, ...more })
  done(await titled('last', { sequence: 9 }))
  done(await titled('later', { sequence: 5 }))
  done(await titled('hidden', { in_menu: false }))
  const { body } = await open('/')
  assert.deepEqual(
    [...body.matchAll(/"\/pages\/([\w-]+)"/g)].map(([, slug]) => slug),
    ['about-us', 'zh-only', 'later', 'last'],
  )
  assert.equal((await open('/pages/hidden')).statusCode, 200)
})

test('search engines find a page with its translation, and nobody an unpublished one', async () => {
  const { id } = done(await op.post('/site/pages', { slug: 'draft', title: '草稿', body: 'ŦdraftŦ' }))
  const sitemap = (await open('/sitemap.xml')).body
  assert.match(
    sitemap,
    /<loc>http:\/\/localhost\/pages\/about-us<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod><xhtml:link rel="alternate" hreflang="zh-TW" href="http:\/\/localhost\/pages\/about-us"\/><xhtml:link rel="alternate" hreflang="en" href="http:\/\/localhost\/en\/pages\/about-us"\/>/,
  )
  assert.doesNotMatch(sitemap, /pages\/draft/)
  for (const url of ['/pages/draft', '/en/pages/draft', '/pages/nothing', '/pages/%27']) {
    const unknown = await open(url)
    assert.equal(unknown.statusCode, 404, url)
    assert.doesNotMatch(unknown.body, /Ŧ/)
  }
  done(await op.delete(`/site/pages/${id}`))
})

test('a page is kept for 30 seconds, and a change gives it another tag', async () => {
  const first = await open('/pages/about-us')
  assert.equal(first.headers['cache-control'], 'public, max-age=30')
  const seen = { 'if-none-match': String(first.headers.etag) }
  assert.equal((await open('/pages/about-us', seen)).statusCode, 304)
  const [one] = (await op.get('/site/pages?q=about-us')).data
  const changed = done(await op.put(`/site/pages/${one.id}`, { body: '新的內文' }))
  assert.equal((await open('/pages/about-us', seen)).statusCode, 200)
  const stale = await op.put(`/site/pages/${one.id}`, { body: '舊的' }, { 'if-match': `"${changed.version - 1}"` })
  assert.equal(stale.status, 412)
  const history = await as('admin').get(`/audit?table_name=site_pages&record_id=${one.id}`)
  assert.deepEqual(history.data[0].changes.body, [about.body, '新的內文'])
})

test('only departments and administrators write pages', async () => {
  const page = { slug: 'by-sales', title: '業務', body: '業務' }
  assert.equal((await as('sales').post('/site/pages', page)).status, 403)
  assert.equal((await as('sales').get('/site/pages')).status, 200)
  assert.equal((await as('customer').get('/site/pages')).status, 403)
  assert.equal((await as('admin').post('/site/pages', page)).status, 201)
})

test('a taken address, a wrong one and a text that is too long are refused in sentences', async () => {
  const refused = async (change: object) => {
    const { status, body } = await op.post('/site/pages', { ...about, slug: 'other', ...change })
    return [status, body.errors]
  }
  assert.deepEqual(await refused({ slug: 'about-us' }), [422, { slug: ['Another page has this address.'] }])
  assert.deepEqual(await refused({ body: '字'.repeat(100_000) }), [422, { body: ['At most 20000 characters.'] }])
  for (const slug of ['About', '../my', 'a b', '關於', '-a', 'a'.repeat(81)]) {
    const [status, errors] = await refused({ slug })
    assert.deepEqual([status, Object.keys(errors)], [422, ['slug']], slug)
  }
})

test('a hostile text is only text', async () => {
  const { id } = done(await op.post('/site/pages', { slug: 'hostile', title: '<b>x', body: 'x', is_published: true }))
  const shownAs = async (body: string) => {
    done(await op.put(`/site/pages/${id}`, { body }))
    const page = await open('/pages/hostile')
    assert.equal(page.statusCode, 200)
    assert.equal(page.body.match(/<h1/g)?.length, 1)
    assert.doesNotMatch(page.body.replace(/<script type="application\/ld\+json">/g, ''), /<script|style="|<b>x/)
    return textOf(page).trim()
  }
  const cases = [
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<div style="position:fixed">', '<p>&lt;div style=&quot;position:fixed&quot;&gt;</p>'],
    ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
    ['[a](&#106;avascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
    ['<javascript:alert(1)>', '<p>&lt;javascript:alert(1)&gt;</p>'],
    ['[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>'],
    ['[a][r]\n\n[r]: vbscript:x', '<p>[a][r]</p>\n<p>[r]: vbscript:x</p>'],
    ['[a](//evil.example)', '<p>[a](//evil.example)</p>'],
    ['[a](/\\evil.example)', '<p><a href="/%5Cevil.example">a</a></p>'],
    ['[a](https://e.example/"onclick="x)', '<p><a href="https://e.example/%22onclick=%22x">a</a></p>'],
    ['[團](/packages/hkd)', '<p><a href="/packages/hkd">團</a></p>'],
    [
      '<https://e.example> [寫信](mailto:a@e.example) [來電](tel:+886225550100)',
      '<p><a href="https://e.example">https://e.example</a> <a href="mailto:a@e.example">寫信</a> <a href="tel:+886225550100">來電</a></p>',
    ],
    ['![地圖](https://e.example/map.png)', '<p>地圖</p>'],
    ['![雪](/site/pictures/1-a.webp)', '<p><img src="/site/pictures/1-a.webp" alt="雪"></p>'],
    // The highest headings come below that of the page, and no level is left out.
    ['## 甲\n#### 乙\n### 丙\n## 丁', '<h2>甲</h2>\n<h3>乙</h3>\n<h3>丙</h3>\n<h2>丁</h2>'],
    ['第一行\n第二行', '<p>第一行<br>\n第二行</p>'],
    [
      '| 艙等 | 價格 |\n|:--|--:|\n| 經濟 | **39,900** |\n| <b>商務 | [問](javascript:x) |',
      '<div class="sideways" tabindex="0"><table>\n<thead>\n<tr>\n<th class="to-left">艙等</th>\n<th class="to-right">價格</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="to-left">經濟</td>\n<td class="to-right"><strong>39,900</strong></td>\n</tr>\n<tr>\n<td class="to-left">&lt;b&gt;商務</td>\n<td class="to-right">[問](javascript:x)</td>\n</tr>\n</tbody>\n</table></div>',
    ],
  ] as const
  for (const [given, shown] of cases) assert.equal(await shownAs(given), shown, given)
  const table = `${'a|'.repeat(3_000)}\n${'-|'.repeat(3_000)}\n${'b\n'.repeat(3_000)}`
  for (const deep of [
    table,
    '|-'.repeat(10_000),
    '- '.repeat(10_000),
    '>'.repeat(20_000),
    '['.repeat(20_000),
    '**a*'.repeat(5_000),
  ])
    await shownAs(deep)
  const levels = Array.from({ length: 150 }, (_none, i) => `${' '.repeat(i * 2)}- ${i}`)
  assert.match(await shownAs(levels.join('\n').slice(0, 20_000)), /^<ul>\n<li>0\n<ul>\n<li>1/)
})

test('who writes a page sees it as visitors will, before anything is saved', async () => {
  const written = {
    title: '付款<方式>',
    title_en: null,
    body: '| 銀行 |\n|--|\n| 示範 |',
    body_en: '<script>x</script>',
  }
  const count = async () => (await op.get('/site/pages')).data.length
  const saved = await count()
  const preview = async (locale: string): Promise<string> =>
    done(await op.post('/site/pages/preview', { ...written, locale })).document
  const zh = await preview('zh-TW')
  assert.match(zh, /<html lang="zh-TW">[\s\S]*<base target="_blank">[\s\S]*<h1>付款&#60;方式&#62;<\/h1>/)
  assert.match(zh, /<th>銀行<\/th>[\s\S]*<nav class="own-pages"/)
  const en = await preview('en')
  assert.match(en, /<h1 lang="zh-Hant">付款&#60;方式&#62;<\/h1><div class="own-text"><p>&lt;script&gt;x/)
  assert.doesNotMatch(zh + en, /<script|style="/)
  assert.equal(await count(), saved)
  assert.equal((await as('sales').post('/site/pages/preview', { ...written, locale: 'en' })).status, 403)
  const { status, body } = await op.post('/site/pages/preview', { ...written, body: '', locale: 'en' })
  assert.deepEqual([status, Object.keys(body.errors)], [422, ['body']])
})

test('while the site is off, no page is there', async () => {
  done(await as('admin').put('/site', { is_on: false }))
  assert.equal((await open('/pages/about-us')).statusCode, 404)
})
