import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { enrolled } from '../../../test/fixtures/second-factor.ts'
import { noConsole, openConsole, signIn } from '../console.ts'

suite('signing in with a browser', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, base, caller, db } = await openConsole()

  test('the first address leads to the sign-in, and a wrong password is told', async () => {
    const page = await as()
    await page.goto('/')
    await page.waitForURL('**/desk/sign-in')
    await page.locator('#email').waitFor()
    assert.deepEqual(page.faults, [], 'nothing is asked for that would be refused')
    await signIn(page, 'sales', 'wrong')
    await page.getByRole('alert').waitFor()
    assert.match(await page.getByRole('alert').innerText(), /電子郵件與密碼/)
    assert.equal(new URL(page.url()).pathname, '/desk/sign-in')
  })

  test('a session that was ended elsewhere is told, and what was typed in it is not shown to somebody else', async () => {
    const page = await as()
    await signIn(page, 'sales2')
    await page.locator('.live.on').waitFor()
    await page.evaluate(() => localStorage.setItem('guidon.draft.x', 'text'))
    assert.equal((await (await caller('sales2')).post('/logout-all')).status, 200)
    await page.getByText('登入已結束').waitFor()
    await page.getByRole('link', { name: '重新登入' }).click()
    await page.waitForURL('**/desk/sign-in?to=*')
    await signIn(page, 'sales')
    await page.locator('.shell').waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('guidon.draft.x')), null)
  })

  test('an address of another site is not opened after the sign-in', async () => {
    const page = await as()
    await page.goto('/desk/sign-in?to=//elsewhere.example/desk')
    await signIn(page, 'admin')
    await page.locator('.shell').waitFor()
    assert.equal(page.url(), `${base}/desk`)
  })

  test('an account with a second factor signs in with its code', async () => {
    const authenticator = await enrolled(db, await caller('ticketing'))
    const page = await as()
    await signIn(page, 'ticketing')
    await page.locator('#code').fill(await authenticator.wrong())
    await page.locator('button[type=submit]').click()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await page.context().cookies(), [])
    await page.locator('#code').fill(await authenticator.code())
    await page.locator('button[type=submit]').click()
    await page.locator('.shell').waitFor()
  })

  test('a whole sign-in without the mouse', async () => {
    const page = await as()
    await page.goto('/desk/sign-in')
    await page.locator('#email').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('op@demo.guidon.local')
    await page.keyboard.press('Tab')
    await page.keyboard.type('guidon-demo')
    await page.keyboard.press('Enter')
    await page.locator('.shell').waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), '跳到內容')
  })
})
