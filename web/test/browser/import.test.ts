import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { workbook } from '../../../test/fixtures/moving.ts'
import { ownWorkbook } from '../../../test/fixtures/own-workbook.ts'
import { startWorkers } from '../../../test/smtp.ts'
import { noConsole, openConsole, violations } from '../console.ts'
import { bytesOf, textOf } from '../downloads.ts'
import { eventually } from '../eventually.ts'

suite('moving in, in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, house } = await openConsole()
  const admin = await caller('admin')
  await startWorkers(house, 'smtp://127.0.0.1:9')
  const hotelsCalled = async (q: string) => (await admin.get(`/hotels?q=${encodeURIComponent(q)}`)).data.length

  test('from the template over a corrected file to the undo', async () => {
    const page = await as('admin')
    await page.goto('/desk/accounts')
    await page.getByRole('navigation', { name: '管理' }).getByRole('link', { name: '匯入' }).click()
    const list = page.getByRole('region', { name: '資料清單' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('link', { name: 'CSV 飯店範本' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'hotels.csv')
    assert.match(await textOf(download), /^\u{feff}名稱\*,英文名稱,/u)
    const [whole] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('link', { name: '下載全部範本' }).click(),
    ])
    assert.equal(whole.suggestedFilename(), 'moving-in.xlsx')
    const empty = { name: 'moving-in.xlsx', mimeType: '', buffer: await bytesOf(whole) }
    await page.getByLabel('選擇檔案').setInputFiles(empty)
    await page.getByText('檔案沒有可匯入的資料').waitFor()

    const upload = (name: string, bytes: Buffer) =>
      page.getByLabel('選擇檔案').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
    const heading = ['名稱', '城市', '電子郵件']
    const wrong = [
      ['新宿第一飯店', '大坂', 'x'],
      ['新宿第二飯店', '東京', null],
    ]
    await upload('我們的資料.xlsx', await workbook({ 飯店: [heading, ...wrong] }))
    const report = page.getByRole('region', { name: '我們的資料.xlsx' })
    await report.getByText('1 列未通過').waitFor()
    const cells = report.getByRole('table', { name: '未通過的儲存格' }).getByRole('row')
    await cells.filter({ hasText: '電子郵件' }).getByText('第 2 列').waitFor()
    assert.equal(await report.getByRole('button', { name: /^匯入/ }).count(), 0)
    assert.deepEqual(await violations(page), [])
    const [refused] = await Promise.all([
      page.waitForEvent('download'),
      report.getByRole('button', { name: '下載未通過的列' }).click(),
    ])
    assert.match(await textOf(refused), /新宿第一飯店,大坂,x,/)

    const before = Number((await list.getByRole('listitem').filter({ hasText: '飯店' }).innerText()).match(/\d+/)?.[0])
    const right = Array.from({ length: 60 }, (_, i) => [`新宿第${i + 1}飯店`, '東京', null])
    await upload('飯店.xlsx', await workbook({ 飯店: [heading, ...right] }))
    const checked = page.getByRole('region', { name: '飯店.xlsx' })
    await checked.getByText('全部通過：將新增 60 筆').waitFor()
    await list.getByText(`${before} → ${before + 60}`).waitFor()
    await checked.getByRole('button', { name: '匯入 60 筆' }).click()
    await checked.getByText('已匯入 60 筆').waitFor()
    assert.equal(await hotelsCalled('新宿第60飯店'), 1)
    await page.getByRole('region', { name: '最近的匯入' }).getByRole('link', { name: '飯店.xlsx' }).waitFor()

    await checked.getByRole('button', { name: '復原…' }).click()
    await checked.getByRole('button', { name: '確定移除這 60 筆' }).click()
    await checked.getByText('已復原：寫入的資料都已移除').waitFor()
    assert.equal(await hotelsCalled('新宿第60飯店'), 0)
    assert.deepEqual(page.faults, [])
  })

  test('a CSV file whose name and headings say nothing is mapped, and may be dropped', async () => {
    const page = await as('admin')
    await page.goto('/desk/upkeep/import')
    const transfer = await page.evaluateHandle(() => {
      const all = new DataTransfer()
      all.items.add(new File(['店號,門市\nHUALIEN,花蓮分公司\n'], '匯出.csv', { type: 'text/csv' }))
      return all
    })
    await page.getByRole('region', { name: '上傳檔案' }).dispatchEvent('drop', { dataTransfer: transfer })
    const sheet = page.getByRole('region', { name: '對應欄位與用語' })
    await sheet.getByLabel('這張工作表是').selectOption('分公司')
    await sheet.getByLabel('「店號」對應到').selectOption('code')
    await sheet.getByLabel('「門市」對應到').selectOption('name')
    await page.getByRole('button', { name: '儲存對應並檢查' }).click()
    await page.getByRole('region', { name: '匯出.csv' }).getByText('全部通過：將新增 1 筆').waitFor()
  })

  test('an own workbook of three sheets is mapped, mended and imported in one sitting', async () => {
    const page = await as('admin')
    await page.goto('/desk/upkeep/import')
    const [pack] = (await admin.get('/packages?status=published&kind=group')).data
    const day = (days: number) => {
      const on = new Date(Date.now() + days * 86_400_000)
      return `${on.getFullYear() - 1911}/${on.getMonth() + 1}/${on.getDate()}`
    }
    const given = { package_code: pack.package_code, departs: day(200), returns: day(200 + pack.days - 1) }
    const upload = async (name: string, prefix: string) =>
      page.getByLabel('選擇檔案').setInputFiles({ name, mimeType: '', buffer: await ownWorkbook({ ...given, prefix }) })
    await upload('我們的團.xlsx', 'OWN')

    const mapping = page.getByRole('region', { name: '對應欄位與用語' })
    const sheet = (name: string) => mapping.getByRole('region', { name: new RegExp(`^${name}`) })
    const chosen = (name: string, label: string) =>
      sheet(name)
        .getByLabel(label)
        .evaluate((field) => (field as HTMLSelectElement).selectedOptions[0]?.textContent)
    await eventually(() => chosen('出團總表', '這張工作表是'), '團')
    assert.equal(await chosen('客戶資料', '這張工作表是'), '訂單')
    assert.equal(await chosen('名單', '這張工作表是'), '旅客')
    assert.equal(await chosen('出團總表', '「出團日」對應到'), '出發日 *')
    assert.equal(await chosen('出團總表', '「櫃號」對應到'), '不匯入')
    assert.equal(await chosen('客戶資料', '「電話」對應到'), '聯絡電話 *')
    assert.deepEqual(await violations(page), [])
    await mapping.getByRole('button', { name: '儲存對應並檢查' }).click()

    const report = page.getByRole('region', { name: '我們的團.xlsx' })
    await report.getByText('40 列未通過').waitFor()
    await report.getByText('另有 20 列本身沒有問題').waitFor()
    const causes = report.getByRole('table', { name: '未通過的原因' }).getByRole('row')
    assert.equal(await causes.count(), 3, 'the headings and two causes')
    await causes.filter({ hasText: '已發布（20）' }).getByText('這一格可以填：草稿、開放報名').waitFor()
    const repairs = report.getByRole('list', { name: '自動修正' }).getByRole('listitem')
    await repairs.filter({ hasText: '補回電話開頭的 0：客戶資料' }).getByText('20 格').waitFor()
    await repairs.filter({ hasText: '去掉姓名後的稱謂：名單' }).getByText('20 格').waitFor()

    await report.getByRole('button', { name: '對應欄位與用語' }).click()
    await sheet('出團總表').getByLabel('「已發布」的意思').selectOption('開放報名')
    await sheet('客戶資料').getByLabel('「已繳訂」的意思').selectOption('已確認')
    await mapping.getByRole('button', { name: '儲存對應並檢查' }).click()
    await report.getByText('全部通過：將新增 60 筆').waitFor()
    await report.getByRole('button', { name: '匯入 60 筆' }).click()
    await report.getByText('已匯入 60 筆').waitFor()
    const [booking] = (await admin.get('/bookings?q=OWN20-001')).data
    assert.deepEqual(
      [booking.contact.name, booking.contact.phone, booking.status],
      ['徐美玲', '0912000119', 'confirmed'],
    )

    await upload('下個月.xlsx', 'NEXT')
    await page.getByRole('region', { name: '下個月.xlsx' }).getByText('全部通過：將新增 60 筆').waitFor()
    assert.equal(await mapping.count(), 0, 'a file of the same form asks nothing')
    assert.deepEqual(page.faults, [])
  })

  test('a workbook with a password is refused with the way out', async () => {
    const page = await as('admin')
    await page.goto('/desk/upkeep/import')
    const locked = Buffer.from('d0cf11e0a1b11ae100', 'hex')
    await page.getByLabel('選擇檔案').setInputFiles({ name: '旅客.xlsx', mimeType: '', buffer: locked })
    await page.getByText('這是舊版 XLS，或有密碼的檔案；請移除密碼，另存為 XLSX 或 CSV。').waitFor()
  })

  test('people whose accounts were imported are invited by one press, each once', async () => {
    const page = await as('admin')
    await page.goto('/desk/upkeep/import')
    const rows = [
      ['姓名', '電子郵件', '角色'],
      ['林一', 'one@moved.example', '業務'],
      ['林二', 'two@moved.example', '會計'],
    ]
    await page
      .getByLabel('選擇檔案')
      .setInputFiles({ name: '帳號.xlsx', mimeType: '', buffer: await workbook({ 帳號: rows }) })
    await page.getByRole('button', { name: '匯入 2 筆' }).click()
    await page.getByText('2 位同仁的帳號已匯入').waitFor()
    await page.getByRole('button', { name: '邀請 2 人' }).click()
    await page.getByRole('button', { name: '確定寄邀請信給 2 人' }).click()
    await eventually(() => page.getByText('位同仁的帳號已匯入').count(), 0)
    assert.equal((await admin.post('/imports/invite')).data.invited, 0)
  })
})
