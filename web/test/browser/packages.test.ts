import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { noConsole, openConsole, violations } from '../console.ts'

suite('packages in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const op = await caller('op')
  const [{ id }] = (await op.get('/packages?status=published&sort=package_code')).data

  test('a package is found, and its days and prices are read', async () => {
    const page = await as('sales')
    await page.goto('/desk/packages')
    await page.locator(`tbody a[href$="/packages/${id}"]`).click()
    await page.getByRole('link', { name: '每日行程' }).click()
    await page.locator('role=region[name=/^(每日行程|Itinerary)$/] >> role=listitem', { hasText: '第 1 天' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: '價格' }).click()
    await page.locator('role=region[name="價格"] >> tbody tr').first().waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test('a package is created; each fault that prevents publishing links to its field', async () => {
    const page = await as('op')
    await page.goto('/desk/packages')
    await page.getByRole('button', { name: '新增行程' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('代碼').fill('TEST-2')
    await sheet.locator('#name').fill('測試二日')
    await sheet.getByLabel('天數', { exact: true }).fill('2')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.waitForURL(/\/packages\/\d+$/)
    await page.getByRole('button', { name: '上架' }).click()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await page.getByRole('alert').getByRole('link').allTextContents(), [
      '第 1 天沒有行程。',
      '第 2 天沒有行程。',
      '從今天起沒有任何適用的價格。',
    ])
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: '從今天起沒有任何適用的價格。' }).click()
    await page.getByRole('button', { name: '新增價格' }).click()
    await sheet.getByLabel('大人').fill('12000')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.locator('role=region[name="價格"] >> role=table', { hasText: 'NT$12,000' }).waitFor()
  })

  test('an archived package has no next step; the menu publishes it again', async () => {
    const own = (await op.post(`/packages/${id}/clone`, { package_code: 'TEST-3', name: '封存的行程' })).data
    assert.equal((await op.post(`/packages/${own.id}/archive`)).status, 200)
    const page = await as('op')
    await page.goto(`/desk/packages/${own.id}`)
    await page.getByText('封存', { exact: true }).waitFor()
    assert.equal(await page.getByRole('region', { name: '下一步' }).count(), 0)
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '重新上架…' }).click()
    const sheet = page.getByRole('dialog', { name: /^重新上架/ })
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '上架' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('上架', { exact: true }).waitFor()
    assert.equal((await op.get(`/packages/${own.id}`)).data.status, 'published')
    assert.equal(await page.getByRole('region', { name: '下一步' }).count(), 0)
    assert.deepEqual(page.faults, [])
  })

  test('pictures are uploaded, described and put in order; a refused file is named', async () => {
    const page = await as('op')
    const photo = (name: string, width: number) => async () => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width, height: 700, channels: 3, background: '#357' } })
        .jpeg()
        .toBuffer(),
    })
    await page.goto(`/desk/packages/${id}?tab=pictures`)
    const pictures = page.locator('role=region[name=/^照片/]')
    await pictures.getByText('還沒有照片').waitFor()
    const files = [photo('first.jpg', 1200), photo('small.jpg', 300), photo('second.jpg', 900)]
    await page.getByLabel('新增照片…').setInputFiles(await Promise.all(files.map((file) => file())))
    await pictures
      .getByRole('alert')
      .filter({ hasText: 'small.jpg：圖片至少 800 × 500 像素，這張是 300 × 700' })
      .waitFor()
    await pictures.getByRole('listitem').nth(1).waitFor()
    assert.equal(await pictures.getByRole('listitem').count(), 2)

    await pictures.getByRole('button', { name: '修改：第 2 張照片' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('替代文字', { exact: true }).fill('雪中的運河')
    await sheet.getByLabel('從左（%）').fill('20')
    await sheet.getByLabel('第幾天').selectOption('2')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await pictures.getByRole('listitem').filter({ hasText: '雪中的運河第 2 天' }).waitFor()
    await pictures.getByRole('button', { name: '往前：雪中的運河' }).click()
    await pictures.getByRole('listitem').first().filter({ hasText: '封面雪中的運河' }).waitFor()
    assert.deepEqual(await violations(page), [])

    await pictures.getByRole('button', { name: '修改：雪中的運河' }).click()
    await sheet.getByRole('button', { name: '刪除' }).click()
    await sheet.getByRole('button', { name: '確定刪除？' }).click()
    await pictures.getByRole('listitem').filter({ hasText: '雪中的運河' }).waitFor({ state: 'detached' })
    assert.equal(await pictures.getByRole('listitem').count(), 1)
  })

  test('a price is changed', async () => {
    const page = await as('op')
    await page.goto(`/desk/packages/${id}?tab=prices`)
    const [sheet, prices] = [
      page.locator('dialog'),
      page.locator('role=region[name="價格"] >> role=rowheader >> role=button'),
    ]
    await prices.last().click()
    await sheet.getByLabel('大人').fill('31,x')
    await page.keyboard.press('Escape')
    await prices.first().click()
    assert.notEqual(await sheet.getByLabel('大人').inputValue(), '31,x', 'each price has a draft of its own')
    await page.keyboard.press('Escape')
    await prices.last().click()
    await sheet.getByText('已放回您上次沒有送出的內容').waitFor()
    assert.equal(await sheet.getByLabel('大人').inputValue(), '31,x')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('#adult[aria-invalid=true]').waitFor()
    await sheet.getByLabel('大人').fill('31500')
    await sheet.getByLabel('嬰兒').fill('3100')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.locator('role=region[name="價格"] >> role=table', { hasText: 'NT$31,500' }).waitFor()
  })

  test('days are added, moved by keyboard and saved; the length follows them', async () => {
    const page = await as('op')
    await page.goto(`/desk/packages/${id}?tab=itinerary`)
    const { segments, days } = (await op.get(`/packages/${id}`)).data
    const edit = async () => {
      await page.getByRole('button', { name: '修改 每日行程' }).click()
      await page.getByRole('button', { name: '新增一天' }).click()
    }
    await edit()
    await page.getByRole('button', { name: '取消' }).click()
    await edit()
    assert.equal(await page.getByText('已放回').count(), 0)
    const added = page.getByLabel(`第 ${days + 1} 天的標題`)
    await added.fill('多留一天')
    await added.press('Alt+ArrowUp')
    await page.getByLabel(`第 ${days} 天的標題`).and(page.locator(':focus')).waitFor()
    await page.locator('li >> summary').first().click()
    await page.locator('li >> details[open]').getByLabel('飯店', { exact: true }).fill('新的飯店')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: '儲存' }).click()
    await page.locator('role=region[name=/^(每日行程|Itinerary)$/] >> role=listitem', { hasText: '新的飯店' }).waitFor()
    const now = (await op.get(`/packages/${id}`)).data
    assert.equal(now.days, days + 1)
    const titleOf = ({ title }: { title: string }) => title
    const titles = segments.map(titleOf)
    assert.deepEqual(now.segments.map(titleOf), titles.toSpliced(-1, 0, '多留一天'))
    assert.deepEqual(now.segments[0].city_ids, segments[0].city_ids)
    assert.deepEqual(page.faults, [])
  })

  test("saving days does not overwrite a colleague's changes", async () => {
    const page = await as('op')
    await page.goto(`/desk/packages/${id}?tab=itinerary`)
    await page.getByRole('button', { name: '修改 每日行程' }).click()
    await page.getByLabel('第 2 天的標題').fill('我的標題')
    const { segments } = (await op.get(`/packages/${id}`)).data
    const told = segments.map(({ day_from, day_to }: { day_from: number; day_to: number }) => ({
      day_from,
      day_to,
      title: '同仁的標題',
    }))
    assert.equal((await op.put(`/packages/${id}/segments`, { segments: told })).status, 200)
    await page.getByRole('button', { name: '儲存' }).click()
    await page.getByRole('alert').waitFor()
    const second = page.getByLabel('第 2 天的標題')
    await page.locator('input[value="同仁的標題"]').first().waitFor()
    await second.fill('我的標題')
    await page.getByRole('button', { name: '儲存' }).click()
    await page
      .locator('role=region[name=/^(每日行程|Itinerary)$/] >> role=heading[level=2]', { hasText: '我的標題' })
      .waitFor()
  })
})
