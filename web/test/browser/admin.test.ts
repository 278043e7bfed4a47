import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { png, svg } from '../../../test/fixtures/samples.ts'
import { noConsole, openConsole, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('administration in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()
  const admin = await caller('admin')

  test('a colleague is invited after a refusal at a field, then suspended, and the audit shows it in words', async () => {
    const page = await as('admin')
    await page.goto('/desk/accounts')
    await page.getByRole('button', { name: '邀請' }).click()
    await page.getByLabel('姓名', { exact: true }).fill('林小芳')
    await page.locator('#email').fill('op@demo.guidon.local')
    await page.getByLabel('角色').last().selectOption('department')
    await page.getByLabel('票務').check()
    await page.getByLabel('OP').check()
    await page.getByRole('group', { name: '兼任' }).getByLabel('會計').check()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: '建立帳號' }).click()
    await page.locator('#email[aria-invalid=true]').waitFor()
    assert.equal(await page.getByLabel('姓名', { exact: true }).inputValue(), '林小芳')
    await page.locator('#email').fill('fang@office.example')
    await page.getByRole('button', { name: '建立帳號' }).click()

    await page.waitForURL(/\/desk\/accounts\/\d+$/)
    const path = new URL(page.url()).pathname.replace('/desk/accounts', '/users')
    const { data } = await admin.get(path)
    assert.deepEqual(
      [data.name, data.role, data.roles, data.departments, data.status],
      ['林小芳', 'department', ['department', 'finance'], ['ticketing', 'op'], 'active'],
    )
    await page.locator('header:has(h1)').getByText('票務、OP、會計').waitFor()
    await page.getByRole('button', { name: '停用…' }).click()
    await page.getByRole('button', { name: '停用', exact: true }).click()
    await page.locator('header:has(h1) .badge', { hasText: '停用' }).waitFor()
    assert.equal((await admin.get(path)).data.status, 'suspended')

    await page.getByRole('link', { name: '這個帳號的異動紀錄' }).click()
    const change = page.locator('role=region[name="異動清單"] >> ol > li').first()
    await change.getByText('周文彬').waitFor()
    await change.locator('del').getByText('使用中').waitFor()
    await change.locator('ins').getByText(/停用/).waitFor()
    assert.equal(page.faults.length, 1)
    assert.match(page.faults[0] ?? '', /status of 409 \(Conflict\) \(http.*\/api\/users\)$/)
  })

  test('an account with two roles sees the pages of both, until one role is removed', async () => {
    const account = { name: '陳老闆', email: 'owner@demo.guidon.local', role: 'finance', roles: ['finance', 'sales'] }
    const { data: made } = await admin.post('/users', account)
    const { id } = await db
      .selectFrom('bookings')
      .select('id')
      .where('status', '=', 'confirmed')
      .executeTakeFirstOrThrow()
    const page = await as('owner')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '轉團…' }).waitFor()
    await page.keyboard.press('Escape')
    const menu = page.getByRole('navigation', { name: '主選單' })
    for (const name of ['旅客', '財務', '加購']) await menu.getByRole('link', { name }).waitFor()
    await menu.getByText('會計、業務').waitFor()

    const change = await as('admin')
    await change.goto(`/desk/accounts/${made.id}`)
    await change.getByRole('button', { name: '修改', exact: true }).click()
    const also = change.getByRole('group', { name: '兼任' })
    assert.equal(await also.getByLabel('業務').isChecked(), true)
    await also.getByLabel('業務').uncheck()
    await change.getByText('更改角色會登出所有裝置').waitFor()
    await change.getByRole('button', { name: '儲存' }).click()
    await change.locator('dialog').waitFor({ state: 'detached' })
    assert.deepEqual((await admin.get(`/users/${made.id}`)).data.roles, ['finance'])
    await page.goto('/desk/trips')
    await page.waitForURL(/\/desk\/sign-in/)
  })

  test('an account that is saved before its lists have loaded keeps its values', async () => {
    const { data } = await admin.get('/users?role=leader')
    const [{ id, tour_leader_id }] = data
    const page = await as('admin')
    await page.route('**/list/options*', () => {})
    await page.goto(`/desk/accounts/${id}`)
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await page.locator('dialog').getByLabel('電話').fill('02-2700-1111')
    await page.locator('dialog').getByRole('button', { name: '儲存' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    const after = (await admin.get(`/users/${id}`)).data
    assert.deepEqual([after.phone, after.tour_leader_id], ['02-2700-1111', tour_leader_id])
  })

  test('staff see the audit of one record, and must choose a record first', async () => {
    const page = await as('sales')
    await page.goto('/desk/audit')
    await page.getByText('請從一筆資料的頁面開啟').waitFor()
    const { id } = await db.selectFrom('bookings').select('id').orderBy('id').executeTakeFirstOrThrow()
    await page.goto(`/desk/audit?table_name=bookings&record_id=${id}`)
    await page.locator('role=region[name="異動清單"] >> ol > li').first().waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('two records of one person are merged after a preview, and split again', async () => {
    const page = await as('sales')
    await page.goto('/desk/persons?view=doubles')
    await page.locator('role=region[name=/^可能是同一人/] >> role=listitem >> role=link').first().click()
    const records = page.locator('role=region[name="訂單、旅行與帳號"] >> role=listitem')
    await page.getByRole('button', { name: '是同一人…', exact: true }).click()
    await page.getByText('合錯了可以再拆開').waitFor()
    assert.deepEqual(await violations(page), [])
    const before = await records.count()
    await page.getByLabel('判斷依據').fill('電話相同，已去電確認')
    await page.getByRole('button', { name: '合併為同一人' }).click()
    await records.nth(before).waitFor()
    await eventually(() => records.count(), before + 2)

    await page.locator('role=region[name="訂單、旅行與帳號"] >> role=checkbox').first().check()
    await page.getByRole('button', { name: '拆出 1 筆…' }).click()
    await page.getByLabel('原因').fill('是另一位')
    const here = page.url()
    await page.getByRole('button', { name: '拆開', exact: true }).click()
    await page.waitForURL((url) => url.href !== here)
    await page.getByText('是另一位').waitFor()
    await eventually(() => records.count(), 1)
    assert.deepEqual(page.faults, [])
  })

  test('a webhook is added and its secret shown once; its deliveries are retried', async () => {
    const page = await as('admin')
    await page.goto('/desk/webhooks')
    await page.getByRole('region', { name: 'Webhook 清單' }).getByRole('button', { name: '新增…' }).click()
    await page.getByLabel('名稱').fill('會計系統')
    await page.locator('#url').fill('https://books.example/hook')
    await page.locator('dialog input[type=checkbox]').first().waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: '新增', exact: true }).click()
    assert.match(await page.locator('code').innerText(), /^whsec_/)
    await page.getByRole('button', { name: '我已存好' }).click()
    await page.waitForURL(/\/desk\/webhooks\/\d+$/)
    await takeAct(page, '送測試訊息')
    await page.getByRole('button', { name: 'webhook.test' }).click()
    await page.getByRole('heading', { name: '內容' }).waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test('the health page mails a test to whoever asks for it', async () => {
    const page = await as('admin')
    await page.goto('/desk/health')
    await page.getByRole('button', { name: '寄測試信給自己' }).click()
    await page.getByText('測試信已寄出，請看您的信箱').waitFor()
  })

  test('a failed job is shown in the morning, among the jobs and in the health of the installation', async () => {
    await sql`insert into jobs.job (name, state, completed_on, output) values ('files.sweep', 'failed', now(), '{"code": "EACCES"}')`.execute(
      db,
    )
    const page = await as('admin')
    await page.goto('/desk')
    await page.getByRole('link', { name: '1 ×' }).click()
    const job = page.locator('tr', { hasText: 'files.sweep' })
    await job.getByText('1 件失敗').waitFor()
    await job.getByText('EACCES').waitFor()
    assert.equal(await page.locator('role=table >> tbody tr').first().innerText(), await job.innerText())
    await page.getByRole('link', { name: '系統狀態' }).click()
    await page.getByText('1 件失敗：files.sweep。').waitFor()
    await page.getByText('待寄通知').waitFor()
    await page.getByRole('link', { name: '信件', exact: true }).click()
    await page.getByRole('link', { name: /^退款 \d/ }).click()
    await page.locator('role=article').getByText('應退款', { exact: false }).first().waitFor()
    await page.getByRole('searchbox').fill('no such words')
    await page.getByText('沒有符合的資料').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test("the agency's record is changed, and a refusal is shown at its field", async () => {
    const page = await as('admin')
    await page.goto('/desk/house')
    const sum = page.getByRole('group', { name: '責任保險' }).getByLabel('保額')
    assert.equal(await sum.inputValue(), 'NT$60,000,000')
    await page.getByLabel('統一編號').fill('1234')
    await page.getByRole('button', { name: '儲存', exact: true }).click()
    await page.locator('#tax_id[aria-invalid=true]').waitFor()
    await page.getByLabel('統一編號').fill('12345675')
    await page.getByLabel('網站').fill('https://guidon.example')
    await page.getByRole('button', { name: '儲存', exact: true }).click()
    await page.getByText('已儲存').waitFor()
    const { data } = await admin.get('/house/record')
    assert.deepEqual(
      [data.tax_id, data.website, data.liability_insurance.sum],
      ['12345675', 'https://guidon.example', 60_000_000],
    )
  })

  test('the logo is shown after its upload, an SVG is refused, and a new logo takes its place', async () => {
    const page = await as('admin')
    await page.goto('/desk/house')
    const upload = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel(/^上傳/).setInputFiles({ name, mimeType, buffer })
    await upload('logo.svg', 'image/svg+xml', svg)
    await page.getByText('不接受 SVG，因為其中可能有程式；請另存為 PNG 再上傳。').waitFor()
    const width = () =>
      page.getByAltText('公司 Logo').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)
    const wide = await sharp(png).resize(90, 60).png().toBuffer()
    for (const [bytes, shown] of [
      [png, 40],
      [wide, 90],
    ] as const) {
      await upload('logo.png', 'image/png', bytes)
      await eventually(width, shown)
    }
  })

  test('the page of the site names what the record of the agency lacks, and leads there', async () => {
    const { registration_number } = (await admin.get('/house/record')).data
    assert.equal((await admin.put('/house/record', { registration_number: null })).status, 200)
    const page = await as('admin')
    await page.goto('/desk/site')
    const standing = page
      .getByRole('status')
      .filter({ hasText: '公司資料尚未填寫或已到期：註冊編號。請先補齊：公司資料' })
    await standing.getByRole('link', { name: '公司資料' }).click()
    await page.waitForURL('**/desk/house')
    assert.equal((await admin.put('/house/record', { registration_number })).status, 200)
  })

  test('sites that may embed are refused in a sentence, kept as typed, and saved once they are right', async () => {
    const page = await as('admin')
    await page.goto('/desk/site')
    const hosts = page.getByLabel('可嵌入的網站')
    await hosts.fill('https://www.example.com.tw/tours\n')
    await page.getByRole('button', { name: '儲存' }).click()
    await page.getByText('「https://www.example.com.tw/tours」不能用：請寫 https:// 開頭的網站').waitFor()
    assert.equal(await hosts.inputValue(), 'https://www.example.com.tw/tours\n')
    await hosts.fill('https://www.example.com.tw\nhttps://tours.example.com.tw')
    await page.getByRole('button', { name: '儲存' }).click()
    await eventually(async () => (await admin.get('/site')).data.hosts.length, 2)
    const snippet = page.getByRole('region', { name: 'English' })
    assert.match(await snippet.innerText(), /<iframe src="http:\/\/[^"]+\/en\/embed\/departures" title="Trips open/)
    assert.deepEqual(await violations(page), [])
  })

  test('erasing a person lists what is deleted and kept, and is refused before the trips are over', async () => {
    const { id } = await db
      .selectFrom('person_records as r')
      .innerJoin('travelers as t', 't.id', 'r.traveler_id')
      .innerJoin('bookings as b', 'b.id', 't.booking_id')
      .innerJoin('planned_trips as p', 'p.id', 'b.planned_trip_id')
      .select('r.person_id as id')
      .where('p.status', '=', 'guaranteed')
      .where('b.status', '=', 'confirmed')
      .orderBy('r.person_id')
      .executeTakeFirstOrThrow()
    const page = await as('admin')
    await page.goto(`/desk/persons/${id}`)
    await takeAct(page, '刪除個資…')
    await page.getByText('名額、價格與付款紀錄會保留').waitFor()
    await page.getByRole('button', { name: '刪除個資', exact: true }).click()
    await page.locator('dialog >> role=alert').waitFor()
    assert.equal((await admin.get(`/persons/${id}`)).data.erased_at, null)
  })
})
