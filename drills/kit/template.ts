import { join } from 'node:path'
import { once } from './database.ts'
import { startService } from './service.ts'
import { directory, type Ground, settingsFor, TEMPLATE } from './site.ts'

/** Creates the template database: a new installation with its demo, as a first start leaves it. */
export const prepareTemplate = async ({ placeOf }: Ground) => {
  const postgres = placeOf('postgres')
  await once(postgres, `drop database if exists ${TEMPLATE} with (force)`)
  await once(postgres, `create database ${TEMPLATE}`)
  const place = placeOf(TEMPLATE)
  const service = await startService(join(directory, 'template'), {
    ...settingsFor(place, join(directory, 'template')),
    DEMO: '1',
  })
  await service.stop()
}
