import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'
import { terminal } from '../../../test/terminal.ts'

const home = await house()
const { trip, book, enter } = await fixtures(home)
const { guidon, directory } = await terminal(home)
const booking = await book(await trip('2087-04-01', '2087-04-05'))
const {
  booking: { booking_number },
} = await enter(booking, '王先到')
const path = join(directory, 'travelers.csv')
const names = async () =>
  (await home.as('sales').get('/travelers?sort=id')).data.map(({ name }: { name: string }) => name)

test('travelers are imported from a file; a dry run changes nothing, and one bad line stops the import', async () => {
  await writeFile(
    path,
    `booking_number,name,birth_date\n${booking_number},林一,1990-01-01\n${booking_number},王先到,\n`,
  )
  const tried = await guidon(`import travelers ${path} --dry-run`)
  assert.deepEqual([tried.code, tried.err], [0, ''])
  assert.equal(
    tried.out,
    [
      'line 2     林一                              created  Passport missing  Name as in the passport missing',
      'line 3     王先到                             unchanged',
      'A rehearsal: 1 would be created, 1 unchanged.\n',
    ].join('\n'),
  )
  assert.deepEqual(await names(), ['王先到'])
  const taken = await guidon(`import travelers ${path} --json`)
  const { imported, lines } = JSON.parse(taken.out)
  assert.deepEqual([taken.code, imported, lines[0].result], [0, true, 'created'])
  assert.deepEqual(await names(), ['王先到', '林一'])

  await writeFile(path, `booking_number,name,birth_date\n${booking_number},好人,\nX-999,誰,1990-13-01\n`)
  const refused = await guidon(`import travelers ${path}`)
  assert.equal(refused.code, 1)
  assert.match(
    refused.out,
    /line 3 .*refused {2}birth_date: Must be a real date, YYYY-MM-DD\.\nNothing was imported; 1 refused\.\n$/,
  )
  assert.deepEqual(await names(), ['王先到', '林一'])
})
