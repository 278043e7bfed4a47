import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigFault, readConfig } from '../../config.ts'
import { accountFindings } from '../../health/accounts.ts'
import { databaseFindings } from '../../health/database.ts'
import { type Finding, fail, ok, plain, reasonOf, warn } from '../../health/finding.ts'
import { backupFinding } from '../../health/last-backup.ts'
import { refundFindings } from '../../health/refunds.ts'
import { workFindings } from '../../health/work.ts'
import { openInstallation } from '../../installation.ts'
import { say } from '../../kit/words/words.ts'
import { exposed, isDemoExposed } from '../../seeds/demo/exposure.ts'
import { withDatabase } from '../../wiring.ts'
import type { Arguments } from '../command.ts'
import type { Installed } from '../installation.ts'
import { answer, type Io } from '../io.ts'
import { explain } from '../refused.ts'
import { exposureFindings } from './exposure.ts'
import { installedFindings } from './installed.ts'
import { keyFindings, machineFindings, storeFindings } from './machine.ts'
import { paperFindings } from './papers.ts'
import { personFindings } from './persons.ts'

/** Checks everything that the service needs. A check that depends on a failed one is left out; all others still run. */
export async function doctor(io: Io, { json }: Arguments) {
  const findings = await allFindings(io)
  const told = findings.map(({ is, about, says, todo }) => ({
    is,
    about,
    says: say(says, io.locale),
    ...(todo && { todo: say(todo, io.locale) }),
  }))
  answer(io, json, told, told.map(lineOf).join('\n'))
  return findings.every(({ is }) => is !== 'fail')
}

const lineOf = ({ is, about, says, todo }: { is: string; about: string; says: string; todo?: string }) =>
  `${is.padEnd(4)}  ${about.padEnd(18)}${says}${todo ? `\n${' '.repeat(24)}→ ${todo}` : ''}`

const allFindings = async (io: Io): Promise<Finding[]> => {
  const config = configured(io.env)
  if (!('dataDir' in config)) return config
  return [
    ok('configuration', ['設定皆可讀取。', 'Everything in it can be read.']),
    ...(await machineFindings(config, io.env)),
    ...exposureFindings(config, io.env),
    ...(await paperFindings(config)),
    ...(await installed(config, io)),
  ]
}

const configured = (env: NodeJS.ProcessEnv): Config | Finding[] => {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigFault) return [fail('configuration', reasonOf(error), plain('README, Configuration'))]
    throw error
  }
}

const installed = async (config: Config, { err, locale }: Io): Promise<Finding[]> => {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    return [warn('database', [`${config.dataDir} 尚無資料庫。`, `None in ${config.dataDir} yet.`], plain('npm start'))]
  try {
    const {
      settings,
      database: name,
      release,
    } = await openInstallation(config, {
      as: 'command',
      onWait: (words) => err(`${say(words, locale)}\n`),
    })
    try {
      return await withDatabase(settings, (database) => found({ config, settings, database }, name))
    } finally {
      await release()
    }
  } catch (error) {
    return [
      fail('database', plain(explain(error, locale)), [
        '請檢查 DATABASE_URL 或 DATA_DIR。',
        'Check DATABASE_URL or DATA_DIR.',
      ]),
    ]
  }
}

const found = async ({ config, settings, database }: Installed, name: string): Promise<Finding[]> => {
  const { db } = database
  const server = [
    ok('database', plain(name)),
    ...(await databaseFindings(db)),
    ...(await installedFindings({ config, settings, database })),
    ...(await keyFindings(database, config)),
  ]
  const isReady = server.every(({ is, about }) => about !== 'migrations' || is === 'ok')
  if (!isReady) return server
  return [
    ...server,
    ...(await storeFindings(database, config)),
    ...(await workFindings(db)),
    ...(await refundFindings(db)),
    await backupFinding(db),
    ...(await personFindings(db)),
    ...(await accountFindings(db, config.secondFactorRoles)),
    ...((await isDemoExposed(db, config)) ? [fail('demo', exposed.says, exposed.todo)] : []),
  ]
}
