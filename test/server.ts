import type { Settings } from '../src/kit/db/connect.ts'
import { pg } from '../src/kit/db/driver.ts'

/** The PostgreSQL of this test run, as started by setup.ts. */
export const server = (): Settings => JSON.parse(process.env.TEST_SERVER ?? '{}')

export const onServer = async (text: string, database = 'postgres') => {
  const client = new pg.Client({ ...server(), database })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
