import { program } from '../../test/browser.ts'

export type { Browser, Page } from 'playwright-core'

/** The Chromium of this machine, without a window. Loaded here, so that tests are skipped where playwright is not installed. */
export const launchChromium = async () => {
  const { chromium } = await import('playwright-core')
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--process-per-site']
  return chromium.launch({ executablePath: program, args })
}
