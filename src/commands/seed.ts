import { filesOf } from '../installation.ts'
import { refuse } from '../kit/errors.ts'
import { sealingKeys } from '../master-keys.ts'
import { seedDemoOnce } from '../seeds/demo/demo.ts'
import { onceForAll, prepareDatabase } from '../seeds/prepare.ts'
import { seedReference } from '../seeds/reference.ts'
import type { Arguments } from './command.ts'
import { withInstallation } from './installation.ts'
import { answer, type Io, progress } from './io.ts'

export function seed(io: Io, { demo, json }: Arguments) {
  return withInstallation(io, async ({ config, settings, database }) => {
    const { show, note, done } = progress(io)
    await prepareDatabase(settings, database, { onMigration: show, onWait: note })
    show('reference data')
    if (!(await onceForAll(database, 'reference', seedReference))) await database.transaction({}, seedReference)
    if (demo) show('demo')
    const stored = { keys: await sealingKeys(config, database), files: await filesOf(config) }
    const accounts = demo ? await seedDemoOnce(database, { ...config, ...stored }) : []
    done()
    if (accounts === 'lived in') return refuse('step_not_possible', { detail: livedIn })
    const added = accounts === 'here' ? [] : accounts
    const lines = added.map(({ role, email, password }) => `  ${role.padEnd(24)}${email.padEnd(36)}${password}\n`)
    answer(io, json, { reference: true, demo: accounts }, [
      `基本資料已齊全。\n${accounts === 'here' ? '示範資料先前已加入。\n' : ''}${lines.join('')}`,
      `The reference data is complete.\n${accounts === 'here' ? 'The demo is there already.\n' : ''}${lines.join('')}`,
    ])
  })
}

const livedIn = [
  '資料庫已有訂單；示範資料只加入尚未使用的資料庫。',
  'There are bookings already; the demo comes into an empty house only.',
] as const
