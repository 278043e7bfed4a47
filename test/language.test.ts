import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sources } from './sources.ts'

type Rule = { words: string[]; isEverywhere: boolean; paths: string[]; names: string[] }

const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** The rows of the table in docs/LANGUAGE.md: words, and the paths or names that may contain them. */
const rules = readFileSync('docs/LANGUAGE.md', 'utf8')
  .split('| word | means |')[1]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line): Rule => {
    const [, words, , only = ''] = line.split('|')
    const [paths = '', names = ''] = only.split(';')
    return {
      words: quoted(words),
      isEverywhere: only.trim() === 'everywhere',
      paths: quoted(paths),
      names: quoted(names),
    }
  })

const wordsOf = (name: string) => (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

/** The names a file declares: its path, functions, constants, types, and the properties of its types. */
const namesIn = ({ path, text }: { path: string; text: string }) => [
  ...path.replace(/\.ts$/, '').split('/').slice(1),
  ...[...text.matchAll(/^\s*(?:export )?(?:const|let|(?:async )?function|type|interface|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  ),
  ...[...text.matchAll(/^export type \w+(?:<.*>)? = \{\n([\s\S]*?)^\}/gm)].flatMap(([, body = '']) =>
    [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, name = '']) => name),
  ),
]

const declared = sources.flatMap((source) =>
  [...new Set(namesIn(source))].map((name) => ({
    file: source.path.replace(/^src\//, ''),
    name,
    words: wordsOf(name),
  })),
)

test('the words of docs/LANGUAGE.md are used in declared names only where they have their meaning', () => {
  assert.ok(rules && rules.length >= 15, 'docs/LANGUAGE.md has a table of words')
  const isAllowed = ({ paths, names }: Rule, { file, name }: { file: string; name: string }) =>
    names.includes(name) || paths.some((path) => file === path || file.startsWith(`${path}/`))
  const wrong = rules
    .filter(({ isEverywhere }) => !isEverywhere)
    .flatMap((rule) =>
      declared
        .filter(({ words }) => words.some((word) => rule.words.includes(word)))
        .filter((each) => !isAllowed(rule, each))
        .map(({ file, name }) => `${name} in ${file}`),
    )
  assert.deepEqual(wrong, [])
})

test('every path in the table of words exists', () => {
  const missing = (rules ?? []).flatMap(({ paths }) =>
    paths.filter((path) => !declared.some(({ file }) => file === path || file.startsWith(`${path}/`))),
  )
  assert.deepEqual(missing, [])
})
