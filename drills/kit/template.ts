import { rmSync } from 'node:fs'
import { type Cluster, templateHome as home, settingsFor, TEMPLATE } from './context.ts'
import { runStatement } from './database.ts'
import { startService } from './service.ts'

/** Creates the template database: a new installation with its demo, as after a first start. */
export const prepareTemplate = async ({ connectionTo }: Cluster) => {
  const postgres = connectionTo('postgres')
  await runStatement(postgres, `drop database if exists ${TEMPLATE} with (force)`)
  await runStatement(postgres, `create database ${TEMPLATE}`)
  // The files of the previous database, because a store belongs to one database.
  rmSync(home, { recursive: true, force: true })
  const service = await startService(home, { ...settingsFor(connectionTo(TEMPLATE), home), DEMO: '1' })
  await service.stop()
}
