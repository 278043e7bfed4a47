import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../test/until.ts'
import { noConsole, openConsole, sizes, violations } from '../console.ts'

suite('reference data in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const [op, admin] = [await caller('op'), await caller('admin')]

  test('a hotel is created, found, changed, deactivated and removed', async () => {
    const page = await as('op')
    await page.goto('/desk/reference?kind=hotels')
    await page.getByRole('button', { name: '新增飯店' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByRole('textbox', { name: '名稱', exact: true }).fill('測試飯店')
    const city = sheet.getByRole('combobox', { name: '城市' })
    await city.fill('札幌')
    await sheet.getByRole('option', { name: /札幌/ }).first().waitFor()
    await city.press('Enter')
    await sheet.getByRole('textbox', { name: '電話' }).fill('x')
    await sheet.getByRole('button', { name: '新增', exact: true }).click()
    await sheet.locator('#phone-note').waitFor()
    assert.equal(await sheet.getByRole('textbox', { name: '名稱', exact: true }).inputValue(), '測試飯店')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('textbox', { name: '電話' }).fill('011-222-3333')
    await sheet.getByRole('button', { name: '新增', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })

    await page.getByRole('searchbox').fill('測試飯店')
    await page.waitForURL(/q=/)
    await page.locator('tbody a', { hasText: '測試飯店' }).click()
    await page.waitForURL(/edit=\d+/)
    await sheet.getByRole('button', { name: '停用' }).click()
    await page.locator('tbody tr', { hasText: '已停用' }).waitFor()
    const [hotel] = (await op.get('/hotels?q=測試飯店')).data
    const [sapporo] = (await op.get('/cities?q=札幌')).data
    assert.deepEqual([hotel.city_id, hotel.phone, hotel.is_active], [sapporo.id, '011-222-3333', false])

    // A colleague changes another field meanwhile: it is kept, and this change is refused once.
    const [otaru] = (await op.get('/cities?q=小樽')).data
    assert.equal((await admin.put(`/hotels/${hotel.id}`, { address: '別人改的', city_id: otaru.id })).status, 200)
    await sheet.getByRole('textbox', { name: '名稱', exact: true }).fill('測試飯店二館')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.getByText('請重新讀取後再送出').waitFor()
    const meanwhile = sheet.locator('role=region[name="這段時間的更改"]')
    await meanwhile.filter({ hasText: /城市\s*札幌 → 小樽/ }).waitFor()
    await meanwhile.filter({ hasText: /地址\s*– → 別人改的/ }).waitFor()
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.waitFor({ state: 'detached' })
    const { name, address } = (await op.get(`/hotels/${hotel.id}`)).data
    assert.deepEqual([name, address], ['測試飯店二館', '別人改的'])

    await page.locator('tbody a', { hasText: '測試飯店二館' }).click()
    await sheet.getByRole('button', { name: '刪除' }).click()
    await sheet.getByRole('button', { name: '確定刪除？' }).click()
    await sheet.waitFor({ state: 'detached' })
    assert.equal((await op.get(`/hotels/${hotel.id}`)).status, 404)
    assert.deepEqual(
      page.faults.filter((fault) => !/4(12|22)/.test(fault)),
      [],
    )
  })

  test('every kind of record that a role may read has a page from its declaration', async () => {
    const page = await as('sales')
    await page.goto('/desk/reference')
    await page.locator('role=navigation[name="資料種類"] >> role=link').first().waitFor()
    const kinds = await page.locator('role=navigation[name="資料種類"] >> role=link').allInnerTexts()
    for (const kind of kinds) {
      await page.locator('role=navigation[name="資料種類"] >> role=link', { hasText: new RegExp(`^${kind}$`) }).click()
      await page.getByRole('heading', { name: kind, level: 1 }).waitFor()
      await page.locator('role=status[name="載入中"]').waitFor({ state: 'detached' })
    }
    assert.ok(kinds.length > 15, kinds.join())
    assert.equal(await page.getByRole('button', { name: /新增/ }).count(), 0, 'sales reads reference data only')
    await page.setViewportSize(sizes.phone)
    await page.reload()
    await page.locator('role=navigation[name="資料種類"] >> a[aria-current]').waitFor()
    const left = async () =>
      (await page.locator('role=navigation[name="資料種類"] >> a[aria-current]').boundingBox())?.x ?? sizes.phone.width
    await until(async () => (await left()) < sizes.phone.width, 'the chosen kind is in sight')
    assert.deepEqual(page.faults, [])
  })

  test('the filter is in the address; a reader who may not write sees the fields', async () => {
    const page = await as('sales')
    await page.goto('/desk/reference?kind=cities')
    const country = page.getByRole('combobox', { name: '國家' })
    await country.fill('日本')
    await page.getByRole('option', { name: /日本/ }).first().click()
    await page.waitForURL(/country_id=\d+/)
    await page.locator('tbody a', { hasText: '札幌' }).click()
    await page.locator('dialog').getByText('Asia/Tokyo').waitFor()
    assert.equal(await page.locator('dialog input').count(), 0)
    await page.reload()
    await page.locator('.filters input[value=日本]').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
