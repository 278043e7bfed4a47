import { existsSync } from 'node:fs'

// Debian's Chromium without windows needs two thirds of the CPU.
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

export type { Browser, Page } from 'playwright-core'

/** The Chromium of this machine, without a window. Loaded here, so that tests are skipped where playwright is not installed. */
export const launchChromium = async () => {
  const { chromium } = await import('playwright-core')
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--process-per-site']
  // As on every desktop: without it, a download has no name that is not in ASCII.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? installed ?? '/usr/bin/chromium', args, env })
}
