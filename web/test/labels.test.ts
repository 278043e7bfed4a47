import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as labels from 'guidon-sdk/labels'
import { filesIn } from '../../test/sources.ts'
import type { Words } from '../src/kit/words.ts'

const said = String.raw`say\('(?<zh>[^']*)', '(?<en>[^']*)'\)`
const words = String.raw`words: \['(?<zh>[^']*)', '(?<en>[^']*)'\]`

/** Where a field and its label stand together: in a form, in a column or filter, and among the facts of a record. */
const places = [
  String.raw`\b(?:id|name)="(?<field>\w+)"[^<>]*?\blabel=\{${said}\}`,
  String.raw`\blabel=\{${said}\}[^<>]*?\b(?:id|name)="(?<field>\w+)"`,
  String.raw`\b(?:of|by|from|name): '(?<field>\w+)',[^{}]*?${words}`,
  String.raw`${words},[^{}]*?\b(?:of|by|from): '(?<field>\w+)'`,
  String.raw`\[${said}, [\w.?]*\.(?<field>\w+)\b`,
].map((place) => new RegExp(place, 'g'))

const labelOf: Partial<Record<string, Words>> = labels

/** Fields whose label is written although the client has it. */
const writtenIn = (text: string) =>
  places
    .flatMap((place) => [...text.matchAll(place)])
    .map(({ groups }) => groups as { field: string; zh: string; en: string })
    .filter(({ field, zh, en }) =>
      [field, `${field}_id`].some((name) => labelOf[name]?.[0] === zh && labelOf[name]?.[1] === en),
    )
    .map(({ field }) => field)

test('the label of a field is written in the console only where it says something else than the record does', () => {
  assert.deepEqual(
    filesIn('web/src').flatMap(({ path, text }) => writtenIn(text).map((field) => `${path} has a label for ${field}`)),
    [],
  )
})

test('a label is found in a form, a column, a filter and a fact', () => {
  const found = [
    `<Field id="notes" label={say('備註', 'Notes')} />`,
    `<Field label={say('備註', 'Notes')} name="notes" />`,
    `{ name: 'branch', words: ['分公司', 'Branch'], isExtra: true }`,
    `{ words: ['角色', 'Role'], by: 'role' }`,
    `[say('電話', 'Phone'), leader?.phone],`,
  ].map(writtenIn)
  assert.deepEqual(found, [['notes'], ['notes'], ['branch'], ['role'], ['phone']])
})
