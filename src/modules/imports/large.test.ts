import assert from 'node:assert/strict'
import { test } from 'node:test'
import { branchBook, xmlRow } from '../../../test/fixtures/archives.ts'
import { mover } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { send } = mover(home)
const admin = home.as('admin')

const headings = xmlRow('code', 'name')

const refusalOf = async (...given: Parameters<typeof send>) => {
  const { status, body } = await send(...given)
  return [status, body.errors?.file ?? body.detail]
}

test('a file with too many lines is refused, and empty lines count', async () => {
  const says = 'The file has more than 100001 lines, empty ones included: delete the empty lines, or divide it.'
  assert.deepEqual(await refusalOf('branches.xlsx', branchBook(headings + '<row/>'.repeat(100_001))), [413, says])
  assert.deepEqual(await refusalOf('branches.csv', `code,name\n${'\n'.repeat(100_001)}`), [
    413,
    'The file has more than 100000 lines, empty ones included: delete the empty lines, or divide it.',
  ])
  assert.equal(
    (await send('branches.xlsx', branchBook(headings + '<row/>'.repeat(1_000) + xmlRow('E1', 'East')))).status,
    201,
  )
})

test('a cell that is longer than a spreadsheet can hold is refused at its line', async () => {
  const [most, more] = ['x'.repeat(32_767), 'x'.repeat(32_768)]
  const says = (line: number) => [
    422,
    [
      `Line ${line} has a cell of more than 32767 characters: shorten it, or look for a quotation mark " that is not closed.`,
    ],
  ]
  assert.deepEqual(await refusalOf('branches.csv', `code,name\nA,a\nB,${more}\n`), says(3))
  assert.deepEqual(await refusalOf('branches.csv', `code,name\nA,a\nB,"${'x\n'.repeat(100_000)}"\n`), says(3))
  assert.deepEqual(
    await refusalOf('branches.xlsx', branchBook(headings + xmlRow('A', 'a') + xmlRow('B', more))),
    says(3),
  )
  assert.equal((await send('branches.csv', `code,name\nA,${most}\n`)).status, 201)
  assert.equal((await send('branches.xlsx', branchBook(headings + xmlRow('A', most)))).status, 201)
})

test('one file is checked at a time, and others are told so', async () => {
  const lines = Array.from({ length: 5_000 }, (_, i) => `B${i},Branch ${i}\n`).join('')
  const sent = ['1', '2', '3'].map((n) => send('branches.csv', `code,name\n${lines}N${n},n\n`))
  const photographs = Array.from({ length: 10 }, () => send('photo.jpg', 'no list'))
  const answers = await Promise.all(sent)
  const others = await Promise.all(photographs)
  assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([415]))
  const taken = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  assert.deepEqual([taken.length > 0, refused.length > 0, taken.length + refused.length], [true, true, 3])
  assert.deepEqual(
    [refused[0]?.body.code, refused[0]?.body.detail],
    [
      'step_not_possible',
      'Another file is being checked for an import: wait until that has ended, then upload this one again.',
    ],
  )
  assert.equal((await send('branches.csv', 'code,name\nZ,Zero\n')).status, 201)
})

test('other requests are answered while a large file is read', async () => {
  let isRead = false
  const reading = refusalOf('branches.csv', `code,name\nA,${'x'.repeat(15_000_000)}\n`).finally(() => {
    isRead = true
  })
  let answered = 0
  while (!isRead) {
    assert.equal((await admin.get('/branches')).status, 200)
    answered += 1
  }
  assert.equal((await reading)[0], 422)
  assert.ok(answered > 30, `${answered} answers`)
})
