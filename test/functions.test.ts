import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { suite, test } from 'node:test'
import { type Node, parse } from 'acorn'
import { simple } from 'acorn-walk'
import { type Source, sources } from './sources.ts'

test('an exported function is declared with `function`, so that every tool finds it', () => {
  assert.deepEqual(sources.flatMap(exportedArrowsIn), [])
})

suite('handlers of routes', () => {
  const handlers = sources
    .filter(({ path, text }) => path.startsWith('src/modules/') && /\bon\.(get|post|put|delete|create)\(/.test(text))
    .flatMap(handlersIn)

  test('are found in all modules', () => {
    assert.ok(handlers.length > 300, `only ${handlers.length} were found`)
  })

  test('contain no SQL: they call an action or a statement', () => {
    const sql = /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
    assert.deepEqual(
      handlers.filter(({ text }) => sql.test(text)).map(({ path, text }) => `${path}: ${text}`),
      [],
    )
  })
})

/** The functions that are passed to `on.get`, `on.post` and so on. */
function handlersIn({ path, text }: Source) {
  const code = stripTypeScriptTypes(text)
  const found: Source[] = []
  simple(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    CallExpression({ callee, arguments: given }) {
      const isRoute = callee.type === 'MemberExpression' && isNamed(callee.object, 'on')
      const handler = given.at(-1)
      if (isRoute && handler?.type === 'ArrowFunctionExpression')
        found.push({ path, text: code.slice(handler.start, handler.end) })
    },
  })
  return found
}

function isNamed(node: Node, name: string) {
  return node.type === 'Identifier' && 'name' in node && node.name === name
}

function exportedArrowsIn({ path, text }: Source) {
  const found: string[] = []
  simple(parse(stripTypeScriptTypes(text), { ecmaVersion: 'latest', sourceType: 'module' }), {
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type !== 'VariableDeclaration') return
      for (const { id, init } of declaration.declarations)
        if (init?.type === 'ArrowFunctionExpression' && id.type === 'Identifier') found.push(`${path}: ${id.name}`)
    },
  })
  return found
}
