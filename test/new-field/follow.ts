import { suite } from 'node:test'
import { sql } from 'kysely'
import { house } from '../house.ts'
import { declarations, type RecordName } from './declarations.ts'
import { fixtures } from './fixtures.ts'
import { addons } from './records/addons.ts'
import { bookings } from './records/bookings.ts'
import { others } from './records/others.ts'
import { people } from './records/people.ts'
import { trips } from './records/trips.ts'

// add-fields.ts was imported before, so the declarations already have the field. Here the tables get its column.
await suite('a new field', async () => {
  const faults: Record<string, string> = {}
  try {
    const home = await house()
    for (const table of Object.values(declarations).flatMap(({ tables }) => tables))
      await sql`alter table ${sql.table(table)} add column probe varchar(40)`.execute(home.db)
    const given = await fixtures(home)
    const all: Record<RecordName, () => Promise<unknown>> = {
      ...others(given),
      ...people(given),
      ...trips(given),
      ...bookings(given),
      ...addons(given),
    }
    for (const [record, follow] of Object.entries(all))
      await follow().catch((error) => {
        faults[record] = `${error.stack}`
      })
  } catch (error) {
    faults.fixtures = `${(error as Error).stack}`
  }
  process.send?.(faults)
})
