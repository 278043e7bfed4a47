import { prepareDatabase } from '../seeds/prepare.ts'
import type { Arguments } from './command.ts'
import { withInstallation } from './installation.ts'
import { answer, type Io, progress } from './io.ts'

export function migrate(io: Io, { json }: Arguments) {
  return withInstallation(io, async ({ settings, database }) => {
    const { show, note, done } = progress(io)
    const applied = await prepareDatabase(settings, database, { onMigration: show, onWait: note })
    done()
    answer(io, json, { applied }, [
      applied.length ? `已套用：\n${applied.join('\n')}` : '資料庫已是最新。',
      applied.length ? `Applied:\n${applied.join('\n')}` : 'Nothing to do; the database is up to date.',
    ])
  })
}
