import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser, noBrowser } from '../../test/browser.ts'
import { credentials, startDemo } from './demo.ts'
import { type Picture, pictures } from './list.ts'

// `npm run pictures` takes the pictures of README and docs/TOUR.md again, from a separate demo. With names it takes only these.

const folder = fileURLToPath(new URL('../../docs/pictures/console/', import.meta.url))

const sizes = {
  desk: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true },
}

const take = async (browser: Browser, demo: Demo, picture: Picture) => {
  const { name, as, path, ready, size, locale = 'zh-TW', isDark, first } = picture
  const context = await browser.newContext({
    baseURL: demo.base,
    locale,
    timezoneId: 'Asia/Taipei',
    reducedMotion: 'reduce',
    colorScheme: isDark ? 'dark' : 'light',
    ...sizes[size],
  })
  const page = await context.newPage()
  if (as) {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await context.request.post('/api/me/session', { data: credentials(as), headers })
    if (!answer.ok()) throw new Error(`${as}: ${await answer.text()}`)
    // A language that was chosen in the browser comes before that of the account.
    await page.addInitScript(
      (chosen) => {
        localStorage.setItem('guidon.signed-in', 'yes')
        localStorage.setItem('guidon.locale', chosen)
      },
      locale.replace('-US', ''),
    )
  }
  await page.goto(typeof path === 'string' ? path : await path(demo.read))
  await page.locator(ready).first().waitFor()
  await first?.(page)
  await page.waitForFunction(() => !document.querySelector('.loading') && document.fonts.status === 'loaded')
  const shot = await sharp(await page.screenshot())
    .webp({ quality: 78, effort: 6 })
    .toBuffer()
  await writeFile(`${folder}${name}.webp`, shot)
  await context.close()
  process.stdout.write(`${name}.webp ${Math.round(shot.length / 1000)} kB\n`)
}
type Demo = Awaited<ReturnType<typeof startDemo>>

const takeAll = async (wanted: readonly string[]) => {
  if (noBrowser) {
    process.stderr.write(`No pictures: ${noBrowser}.\n`)
    return
  }
  await mkdir(folder, { recursive: true })
  const demo = await startDemo()
  const browser = await launchBrowser()
  try {
    const mailed = { name: 'mailed-page', path: await demo.mailedLink(), ready: 'main', size: 'phone' } as const
    for (const picture of [...pictures, mailed])
      if (wanted.length === 0 || wanted.includes(picture.name)) await take(browser, demo, picture)
  } finally {
    await browser.close()
    await demo.stop()
  }
}

await takeAll(process.argv.slice(2))
