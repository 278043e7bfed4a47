import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { s3Credentials, s3Server, s3Url } from '../../test/s3.ts'
import type { Context } from '../kit/context.ts'
import { openQuery } from '../kit/database.ts'
import { signInEverybody } from '../kit/people.ts'
import { type Environment, startService } from '../kit/service.ts'
import type { DatabaseCluster } from './members.ts'
import { front } from './recipe.ts'

/** An installation with its demo on the cluster, with the variables of deploy/cluster/guidon.env and a bucket. */
export const installOn = async (context: Context, { query: asSuperuser, settings: recipe }: DatabaseCluster) => {
  const bucket = await s3Server()
  context.atEnd(bucket.end)
  const connection = { host: front, port: 5000, user: 'guidon', password: 'guidon-password', database: 'guidon' }
  await asSuperuser(`create role guidon login password '${connection.password}'`)
  await asSuperuser('create database guidon owner guidon')
  const key = join(context.home, 'guidon.key')
  writeFileSync(key, randomBytes(32).toString('base64'), { mode: 0o600 })
  const here = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '', MASTER_KEY_FILE: key, DEMO: '0', SMTP_URL: '' }
  const settings: Environment = { ...recipe, ...here, ...s3Credentials, FILES_URL: s3Url(bucket.port) }
  const start = async (more: Environment = {}) => {
    started += 1
    const DATA_DIR = join(context.home, `api${started}`)
    const service = await startService(DATA_DIR, { ...settings, DATA_DIR, ...more })
    context.atEnd(() => service.kill('SIGKILL'))
    return service
  }
  let started = 0
  await (await start({ DEMO: '1' })).stop()
  const { query, end } = openQuery(connection)
  context.atEnd(end)
  return { ...context, connection, query, settings, start, people: await signInEverybody(query) }
}
