import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../src/kit/files/store.ts'
import { s3Credentials } from '../../test/s3.ts'
import type { Context } from './context.ts'

/** Moves the files of the drill's installation into a bucket, with the id of the store. */
export const moveFilesInto = async (url: string, { home }: Context) => {
  Object.assign(process.env, s3Credentials)
  const directory = join(home, 'files')
  const [local, bucket] = [await openStore({ directory }), await openStore({ directory, url })]
  for (const { name } of readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isFile()))
    await bucket.keep(join(directory, name), name)
  await bucket.identity.write((await local.identity.read()) ?? '')
  rmSync(directory, { recursive: true })
}
