import { join } from 'node:path'
import { type Cluster, directory, settingsFor, TEMPLATE } from './context.ts'
import { runStatement } from './database.ts'
import { startService } from './service.ts'

/** Creates the template database: a new installation with its demo, as a first start leaves it. */
export const prepareTemplate = async ({ connectionTo }: Cluster) => {
  const postgres = connectionTo('postgres')
  await runStatement(postgres, `drop database if exists ${TEMPLATE} with (force)`)
  await runStatement(postgres, `create database ${TEMPLATE}`)
  const connection = connectionTo(TEMPLATE)
  const service = await startService(join(directory, 'template'), {
    ...settingsFor(connection, join(directory, 'template')),
    DEMO: '1',
  })
  await service.stop()
}
