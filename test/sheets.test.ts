import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const sheets = [
  'design/base.css',
  'design/parts.css',
  'src/kit/http/pages/emblem.css',
  'src/kit/http/pages/page.css',
  'src/modules/site/site.css',
  'src/modules/place/place.css',
  'web/src/design/parts.css',
  'web/src/design/sheet.css',
].map((path) => ({ path, rules: rulesIn(textOf(path)) }))

function textOf(path: string) {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replace(/\/\*.*?\*\//gs, '')
}

/** Each rule as its selectors and its declarations; rules within `@media` too. */
function rulesIn(text: string) {
  return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selectors = '', declarations = '']) => ({
    selectors: selectors.split(/,(?![^(]*\))/).map((each) => each.trim().replace(/\s+/g, ' ')),
    declarations: declarations.split(';').map((each) => each.trim().replace(/\s+/g, ' ')),
  }))
}

test('a selector is written in one sheet alone', () => {
  const where = Map.groupBy(
    sheets.flatMap(({ path, rules }) =>
      [...new Set(rules.flatMap(({ selectors }) => selectors))].map((selector) => ({ selector, path })),
    ),
    ({ selector }) => selector,
  )
  const twice = [...where].filter(([, places]) => places.length > 1)
  assert.deepEqual(
    twice.map(([selector, places]) => `${selector}: ${places.map(({ path }) => path).join(', ')}`),
    [],
  )
})

const valuesOf = (property: RegExp) =>
  sheets.flatMap(({ path, rules }) =>
    rules.flatMap(({ selectors, declarations }) =>
      declarations
        .filter((each) => property.test(each))
        .map((each) => ({ said: `${path}: ${selectors.join(', ')} { ${each} }`, value: each.replace(/^[^:]+: /, '') })),
    ),
  )

test('every size of letters is a token', () => {
  const isToken = (value: string) => /var\(--(tiny|small|text|big|title|huge)\)|^inherit$/.test(value)
  const others = valuesOf(/^font(-size)?:/).filter(({ value }) => !isToken(value))
  assert.deepEqual(
    others.map(({ said }) => said),
    [],
  )
})

test('every radius is a token, a circle or a pill', () => {
  const isToken = (value: string) =>
    value.split(' ').every((each) => /^(var\(--radius(-small|-card)?\)|50%|99px|0)$/.test(each))
  const others = valuesOf(/radius:/).filter(({ value }) => !isToken(value))
  assert.deepEqual(
    others.map(({ said }) => said),
    [],
  )
})
