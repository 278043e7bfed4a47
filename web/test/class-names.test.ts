import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { filesIn } from '../../test/sources.ts'

/** The classes that a CSS module declares, by their names in the code: `.row-link` is `rowLink`. */
const declaredIn = (file: string) => {
  const styles = readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)|"[^"]*"|\d\.\d+/g, '')
  const names = [...styles.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)
  return new Set(names.map((name) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())))
}

/** The classes that the code uses of each module. `css[light]` may use any. */
const usedOf = new Map<string, Set<string>>()
const unknown: string[] = []
for (const { path: file, text } of filesIn('web/src')) {
  for (const [, name = '', path = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
    const module = normalize(join(dirname(file), path))
    const declared = declaredIn(module)
    const used = usedOf.get(module) ?? new Set()
    usedOf.set(module, used)
    if (new RegExp(`\\b${name}\\[`).test(text)) for (const each of declared) used.add(each)
    for (const [, member = ''] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
      used.add(member)
      if (!declared.has(member)) unknown.push(`${file}: ${name}.${member}`)
    }
  }
}

test('every class that a component uses is declared in its CSS module', () => {
  assert.ok(usedOf.size > 50, `only ${usedOf.size} modules were found`)
  assert.deepEqual(unknown, [])
})

test('every class of a CSS module is used', () => {
  const unused = globSync('web/src/**/*.module.css').flatMap((module) =>
    [...declaredIn(module)].filter((name) => !usedOf.get(module)?.has(name)).map((name) => `${module}: ${name}`),
  )
  assert.deepEqual(unused, [])
})
