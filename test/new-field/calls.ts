import assert from 'node:assert/strict'
import { done } from '../fixtures/bookings.ts'
import type { House } from '../house.ts'

export type Probed = { id: number; probe: unknown }
export const [first, second] = [{ probe: 'first' }, { probe: 'second' }]
export const probesOf = (records: Probed[]) => records.map(({ probe }) => probe)

/** The requests of an administrator, and the two usual ways to send and read a field. */
export const callsOf = ({ as }: House) => {
  const admin = as('admin')
  const make = async (path: string, body: object): Promise<Probed> => done(await admin.post(path, body))
  const change = async (path: string, body: object): Promise<Probed> => done(await admin.put(path, body))
  const read = async (path: string) => done(await admin.get(path))
  const listed = async (path: string, id: number) => (await read(path)).find((one: Probed) => one.id === id)?.probe

  /** A record with its own URL. */
  const plain = async (at: string, body: object, { one = at } = {}) => {
    const made = await make(at, { ...body, ...first })
    const url = `${one}/${made.id}`
    assert.deepEqual([made.probe, (await read(url)).probe, await listed(at, made.id)], ['first', 'first', 'first'])
    assert.deepEqual([(await change(url, second)).probe, (await read(url)).probe], ['second', 'second'])
    return made.id
  }

  /** Records that are replaced as a whole, by a body with a list of them. */
  const replaced = async (at: string, name: string, rows: object[]) => {
    for (const probe of [first, second]) {
      const given = rows.map((row) => ({ ...row, ...probe }))
      const expected = rows.map(() => probe.probe)
      const answered: Probed[] = done(await admin.put(at, { [name]: given }))
      assert.deepEqual([probesOf(answered), probesOf(await read(at))], [expected, expected])
    }
  }
  return { admin, as, make, change, read, listed, plain, replaced }
}
