import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

const pages = globSync([
  '*.md',
  'docs/**/*.md',
  'bench/*.md',
  'drills/*.md',
  'db/seeds/*.md',
  'sdk/*.md',
  'design/*.md',
  'embedded-postgres/*.md',
  'src/**/*.md',
  'web/src/**/*.md',
])
const decisions = globSync('docs/decisions/[0-9]*.md').sort()
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

/** The anchors that GitHub creates from the headings of a document. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every source file named in a document exists', () => {
  const roots = [undefined, '.', 'src', 'src/modules', 'web/src']
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs|sql|md|csv|cfg|conf))\b[^`]*`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !roots.some((root) => existsSync(join(root ?? dirname(page), path))))
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

test('decisions are numbered without gaps, short, and state the reason, the alternatives and what would change them', () => {
  const parts = ['**Why.**', '**What else was possible.**', '**What would change our mind.**']
  const wrong = decisions.filter((page, i) => {
    const text = textOf(page)
    const isNumbered = basename(page).startsWith(`${String(i + 1).padStart(3, '0')}-`)
    return !isNumbered || text.trimEnd().split('\n').length > 25 || !parts.every((part) => text.includes(part))
  })
  assert.deepEqual(wrong, [])
})

test('the index of the decisions lists each of them once', () => {
  const named = [...textOf('docs/decisions/README.md').matchAll(/^\| \[(\d+)\]\(([^)]+)\) \| \S.* \|$/gm)]
  assert.deepEqual(
    named.map(([, , file = '']) => file).sort(),
    decisions.map((page) => basename(page)),
  )
  assert.deepEqual(
    named.filter(([, number = '', file = '']) => !file.startsWith(`${number}-`)),
    [],
  )
})

test('the README of a folder has at most 60 lines', () => {
  const readmes = globSync(['src/**/README.md', 'web/src/**/README.md'])
  assert.deepEqual(
    readmes.filter((page) => textOf(page).trimEnd().split('\n').length > 60),
    [],
  )
})
