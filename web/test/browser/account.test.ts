import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { encode } from 'uqr'
import { authenticator, forgetLastCode } from '../../../test/fixtures/second-factor.ts'
import { noConsole, openConsole, signIn, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { pagesThatListen } from './streams.ts'

suite('my account in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, base, caller, db } = await openConsole({ secondFactorRoles: ['manager'] })

  test('without TLS a note can be sent, and one tab listens until it closes', async () => {
    const [first, second] = [await as('sales'), await as('sales')]
    const [request] = (await (await caller('sales')).get('/addon-requests?status=open')).data
    const listening = pagesThatListen(first.context())
    for (const page of [first, second]) {
      await page.addInitScript(() => {
        for (const [of, name] of [
          [Navigator.prototype, 'locks'],
          [Crypto.prototype, 'randomUUID'],
        ] as const)
          Object.defineProperty(of, name, { value: undefined })
      })
      await page.goto(`/desk/requests/${request.id}`)
      await page.getByRole('textbox', { name: '訊息' }).fill('沒有加密的網頁')
      const answered = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && /communications$/.test(answer.url()),
      )
      await page.getByRole('button', { name: '留下備註' }).click()
      assert.equal((await answered).status(), 201)
    }
    assert.deepEqual([...listening], [first])
    const taken = second.waitForRequest(/notifications\/stream/)
    await first.close()
    await taken
    assert.deepEqual([first.faults, second.faults], [[], []])
  })

  test('after a conflict of versions the form shows the changes and keeps its values', async () => {
    const op = await caller('op')
    const { id, name_en } = (await op.get('/me')).data
    const page = await as('admin')
    await page.goto(`/desk/accounts/${id}`)
    await page.getByRole('button', { name: /修改/ }).first().click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('電話').fill('02-2700-0000')
    assert.equal((await op.put('/me', { name_en: 'Op Huang' })).status, 200)
    await sheet.getByRole('button', { name: '儲存' }).click()
    const meanwhile = sheet.locator('role=region[name="這段時間的更改"]')
    await meanwhile.filter({ hasText: new RegExp(`英文姓名\\s*${name_en} → Op Huang`) }).waitFor()
    assert.deepEqual(await violations(page), [])
    await eventually(() => sheet.getByLabel('電話').inputValue(), '02-2700-0000')
    // Unchanged fields follow the record, so that sending again undoes nothing.
    await eventually(() => sheet.locator('#name_en').inputValue(), 'Op Huang')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.waitFor({ state: 'detached' })
    const { data } = await op.get('/me')
    assert.deepEqual([data.phone, data.name_en], ['02-2700-0000', 'Op Huang'])
  })

  test('a role that requires a second factor sets it up at the sign-in, and can remove it', async () => {
    const page = await as()
    await page.goto('/desk/account')
    await page.waitForURL('**/desk/sign-in?to=*')
    await signIn(page, 'manager')
    await page.waitForURL('**/desk/second-factor?to=*')
    const begun = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /me\/second-factor$/.test(answer.url()),
    )
    await page.getByRole('button', { name: '開始設定' }).click()
    const { otpauth_uri } = (await (await begun).json()).data
    const drawn = await modulesIn(page.getByRole('img', { name: '驗證器的 QR 碼' }))
    assert.deepEqual(drawn, encode(otpauth_uri, { ecc: 'M', border: 4 }).data)
    assert.deepEqual(await violations(page), [])
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    const app = authenticator(db, secret)

    await page.getByLabel('驗證器現在顯示的六位數字').fill(await app.wrong())
    await page.getByRole('button', { name: '確認' }).click()
    await page.locator('#code-note').waitFor()
    await page.getByLabel('驗證器現在顯示的六位數字').fill(await app.code())
    assert.equal(await page.locator('role=region[name="備用碼"] >> role=listitem').count(), 0)
    await page.getByRole('button', { name: '確認' }).click()
    await page.locator('role=region[name="備用碼"] >> role=listitem').first().waitFor()
    assert.equal(await page.locator('role=region[name="備用碼"] >> role=listitem').count(), 10)
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: '我已存好' }).click()
    await page.waitForURL(`${base}/desk/account`)

    await page.getByText('還有 10 組備用碼').waitFor()
    await page.getByRole('button', { name: '移除或更換手機' }).click()
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', 'like', 'manager@demo%')
      .executeTakeFirstOrThrow()
    await forgetLastCode(db, id)
    await page.locator('#proof').fill('guidon-demo')
    await page.getByLabel('驗證碼或備用碼').fill(await app.code())
    await page.getByRole('button', { name: '移除', exact: true }).click()
    await page.getByText('尚未啟用').waitFor()
    assert.deepEqual(await db.selectFrom('second_factors').select('id').where('user_id', '=', id).execute(), [])

    await page.goto('/desk/requests')
    await page.waitForURL('**/desk/second-factor?to=%2Fdesk%2Frequests')
  })

  test('a changed profile is shown at once, and so is the language', async () => {
    const page = await as('sales2')
    await page.goto('/desk/account')
    await page.getByLabel('電話').fill('+886 2 2555 0199')
    await page.getByLabel('語言', { exact: true }).selectOption('en')
    await page.getByRole('button', { name: '儲存' }).click()
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    const { data } = await (await caller('sales2')).get('/me')
    assert.deepEqual([data.phone, data.locale], ['+886 2 2555 0199', 'en'])
    assert.deepEqual(page.faults, [])
  })

  test('all notifications are marked as read at once', async () => {
    const page = await as('sales')
    await page.goto('/desk/notifications?unread=true')
    await page.locator('main >> role=listitem').first().waitFor()
    await page.getByRole('button', { name: '全部標為已讀' }).click()
    await page.getByText('通知都讀過了').waitFor()
    assert.equal((await (await caller('sales')).get('/notifications/unread-count')).data.unread, 0)
    assert.deepEqual(page.faults, [])
  })

  test('an API token is shown once, works, and is revoked', async () => {
    const page = await as('finance')
    await page.goto('/desk/account')
    await page.getByRole('button', { name: '新增 API 金鑰…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('用途').fill('會計匯出')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '產生' }).click()
    const token = await sheet.locator('role=region >> code').textContent()
    const me = () => fetch(`${base}/api/me`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal((await me()).status, 200)
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '關閉' }).click()
    const row = page.locator('role=region[name=/^(已登入的裝置|API 金鑰)$/] >> role=listitem', { hasText: '會計匯出' })
    await row.getByRole('button', { name: '撤銷' }).click()
    await row.getByRole('button', { name: '確定撤銷？' }).click()
    await row.waitFor({ state: 'detached' })
    assert.equal((await me()).status, 401)
    assert.deepEqual(page.faults, [])
  })
})

/** The rows of a QR code on the screen; true is dark. */
const modulesIn = async (code: Locator) => {
  const dark = new Set((await code.locator('path').last().getAttribute('d'))?.match(/\d+ \d+/g))
  const size = Number((await code.getAttribute('viewBox'))?.split(' ').at(-1))
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => dark.has(`${x} ${y}`)))
}
