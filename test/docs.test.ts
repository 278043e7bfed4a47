import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const pages = globSync([
  '*.md',
  'docs/**/*.md',
  'bench/*.md',
  'drills/*.md',
  'db/seeds/*.md',
  'sdk/*.md',
  'embedded-postgres/*.md',
])
const textOf = (page: string) => readFileSync(page, 'utf8')

test('every relative link in a document leads to a file', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !existsSync(join(dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

test('every anchor in a link leads to a heading', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
      .filter(([, link, anchor = '']) => !anchorsOf(link ? join(dirname(page), link) : page).includes(anchor))
      .map(([link]) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

/** What GitHub makes of the headings of a document. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every source file named in a document exists', () => {
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs|sql|md|csv|cfg|conf))\b[^`]*`/g)]
      .map(([, path = '']) => path)
      .filter((path) => ![dirname(page), '.', 'src', 'src/modules'].some((root) => existsSync(join(root, path))))
      .map((path) => `${page}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every picture of the console is shown in a document, and all of them stay small', () => {
  const shown = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s]+\.webp)\)/g)].map(([, path = '']) => join(dirname(page), path)),
  )
  const pictures = globSync('docs/pictures/**/*.*')
  const ofConsole = pictures.filter((path) => path.endsWith('.webp'))
  assert.deepEqual([...new Set(shown)].sort(), ofConsole.sort())
  assert.ok(pictures.reduce((sum, path) => sum + statSync(path).size, 0) < 2_500_000)
})
