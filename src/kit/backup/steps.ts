import { isPreview, type Migration, migrations } from '../db/migrations.ts'
import { refuse } from '../errors.ts'
import type { Structure } from './structure.ts'

/** The migrations that ran before the backup was made, and the newer ones. Refuses a backup of a newer version, or of a preview. */
export function stepsFor(made: Structure['migrations'], known: Migration[] = migrations()) {
  if (isPreview(made, known)) return refusePreview()
  const before = made.map(({ name, checksum }) => {
    const migration = known.find((each) => each.name === name)
    if (!migration) return refuseNewer(name)
    return migration.checksum === checksum ? migration : refuseOther(name)
  })
  return { before, after: known.filter(({ name }) => !made.some((each) => each.name === name)) }
}

const refusePreview = () =>
  refuse('bad_request', {
    detail: [
      '此備份由 1.0.0 之前的預覽版製作，無法升級；請使用新的資料庫，或保留製作它的程式並由該程式匯出資料。',
      'This backup was made by a preview before 1.0.0, which cannot be upgraded: start with a new database, or keep the program that made it and export from there.',
    ],
  })
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
