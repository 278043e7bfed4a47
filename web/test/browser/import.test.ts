import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { workbook } from '../../../test/fixtures/moving.ts'
import { startWorkers } from '../../../test/smtp.ts'
import { noConsole, openConsole, violations } from '../console.ts'
import { textOf } from '../downloads.ts'
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

  test('a CSV file whose name says nothing asks for its kind, and may be dropped', async () => {
    const page = await as('admin')
    await page.goto('/desk/upkeep/import')
    const transfer = await page.evaluateHandle(() => {
      const all = new DataTransfer()
      all.items.add(new File(['代碼,名稱\nHUALIEN,花蓮分公司\n'], '匯出.csv', { type: 'text/csv' }))
      return all
    })
    await page.getByRole('region', { name: '上傳檔案' }).dispatchEvent('drop', { dataTransfer: transfer })
    await page.getByLabel('匯出.csv 是哪一種資料？').selectOption('分公司')
    await page.getByRole('region', { name: '匯出.csv' }).getByText('全部通過：將新增 1 筆').waitFor()
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
