import { type Migration, migrations } from '../db/migrations.ts'
import { refuse } from '../errors.ts'
import type { Structure } from './structure.ts'

/** The migrations that ran before the backup was made, and the newer ones. Refuses a backup of a newer version. */
export const stepsFor = (made: Structure['migrations'], known: Migration[] = migrations()) => {
  const before = made.map(({ name, checksum }) => {
    const migration = known.find((each) => each.name === name)
    if (!migration) return refuseNewer(name)
    return migration.checksum === checksum ? migration : refuseOther(name)
  })
  return { before, after: known.filter(({ name }) => !made.some((each) => each.name === name)) }
}

const refuseNewer = (name: string) =>
  refuse('bad_request', {
    detail: [
      `此備份由較新的版本製作（${name}）；請以該版本還原。`,
      `This backup was made by a newer version (${name}); restore it with that version.`,
    ],
  })
const refuseOther = (name: string) =>
  refuse('bad_request', {
    detail: [
      `此備份製作時的 ${name} 與目前的不同；請以製作它的版本還原。`,
      `This backup was made with another ${name}; restore it with the version that made it.`,
    ],
  })
