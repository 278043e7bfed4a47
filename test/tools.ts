import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that some tests need, with the packages of Debian that hold them. */
const packages = {
  'chromium-headless-shell': 'chromium-headless-shell',
  chromium: 'chromium',
  curl: 'curl',
  haproxy: 'haproxy',
  nginx: 'nginx',
  openssl: 'openssl',
  pdftotext: 'poppler-utils',
  'systemd-analyze': 'systemd',
} as const
type Tool = keyof typeof packages

/** The path of a program, if it is installed. */
export function pathOf(tool: Tool) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, tool)).find(isExecutable)
}

/** For the option `skip` of a test: false, or the packages that it needs and this machine does not have. */
export function missing(...tools: readonly Tool[]) {
  const absent = tools.filter((tool) => !pathOf(tool)).map((tool) => packages[tool])
  return absent.length ? `needs ${absent.join(' and ')}` : false
}

/** For the option `skip` of a test that acts as several accounts of this machine. */
export const needsRoot = process.getuid?.() === 0 ? false : 'needs root'

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
