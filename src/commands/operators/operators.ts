import { join, resolve } from 'node:path'
import { readOperatorsConfig } from '../../config.ts'
import { dueMigrations } from '../../kit/db/migrations.ts'
import { refuse } from '../../kit/errors.ts'
import type { Arguments } from '../command.ts'
import { answer, type Io, progress, table } from '../io.ts'
import { lastCause } from '../refused.ts'
import { runFor } from './child.ts'
import { makeDatabase, refuseIfUsed, removeDatabase } from './database.ts'
import { writeFront } from './front.ts'
import { checked } from './names.ts'
import { forget, type Operator, operatorNamed, operatorsIn, prepareFolder, register, settingsOf } from './registry.ts'

/** Makes an operator: a database with a role of its own, a master key, a folder, and a place in the front. May be repeated. */
export const addOperator = async (io: Io, { json, ...given }: Arguments) => {
  const config = readOperatorsConfig(io.env)
  const wanted = checked(given, operatorsIn(config))
  const { show, done } = progress(io)
  const isResumed = prepareFolder(config, wanted.name)
  show(wanted.name)
  const databaseUrl = await makeDatabase(config.databaseUrl, wanted.name, isResumed)
  const operator: Operator = { ...wanted, settings: settingsOf(config, wanted, databaseUrl) }
  const { isFine, said } = await runFor(io, operator, ['migrate', '--json'])
  if (!isFine) return refuse('unavailable', { detail: notMigrated(said) })
  register(config, operator)
  const front = writeFront(config, operatorsIn(config))
  done()
  const { name, host, port } = wanted
  answer(io, json, { name, host, port, front }, [
    `已新增 ${name}：${host}，連接埠 ${port}。請啟動 guidon@${name}，再讓 HAProxy 重新載入 ${front}。`,
    `${name} was added: ${host}, port ${port}. Start guidon@${name}, then let HAProxy reload ${front}.`,
  ])
}

export const listOperators = async (io: Io, { json }: Arguments) => {
  const rows = await Promise.all(operatorsIn(readOperatorsConfig(io.env)).map(rowOf))
  answer(io, json, rows, table(['name', 'host', 'port', 'state'], rows))
}

const rowOf = async ({ name, host, port, settings }: Operator) => {
  const due = await dueMigrations({ connectionString: settings.DATABASE_URL }).catch(lastCause)
  const state = typeof due === 'string' ? due : due.length ? `migrations due: ${due.length}` : 'current'
  return { name, host, port, state }
}

/** Runs the due migrations of all, one operator after the other. One that fails is reported and does not stop the others. */
export const upgradeOperators = (io: Io, { only, json }: Arguments) =>
  forEach(io, { only, json }, () => ['migrate', '--json'])

/** Backs up all, each into a directory with its name. */
export const backUpOperators = (io: Io, { to, only, json }: Arguments) =>
  forEach(io, { only, json }, ({ name }) => ['backup', join(resolve(to), name), '--json'])

const forEach = async (
  io: Io,
  { only, json }: Pick<Arguments, 'only' | 'json'>,
  wordsFor: (operator: Operator) => string[],
) => {
  const all = operatorsIn(readOperatorsConfig(io.env))
  const chosen = only === undefined ? all : [operatorNamed(all, only)]
  const { show, done } = progress(io)
  const rows: { name: string; result: 'done' | 'failed'; said: string }[] = []
  for (const operator of chosen) {
    show(operator.name)
    const { isFine, said } = await runFor(io, operator, wordsFor(operator))
    rows.push({ name: operator.name, result: isFine ? 'done' : 'failed', said })
  }
  done()
  answer(io, json, rows, table(['name', 'result', 'said'], rows))
  return rows.every(({ result }) => result === 'done')
}

/** Removes an operator after a last backup. Its master key is kept, because nothing in the backup could be read without it. */
export const removeOperator = async (io: Io, { name, backup, json }: Arguments) => {
  const config = readOperatorsConfig(io.env)
  const all = operatorsIn(config)
  const operator = operatorNamed(all, name)
  await refuseIfUsed(config.databaseUrl, name)
  const place = join(resolve(backup), name)
  const { isFine, said } = await runFor(io, operator, ['backup', place, '--json'])
  if (!isFine) return refuse('unavailable', { detail: notBackedUp(name, said) })
  writeFront(
    config,
    all.filter((other) => other !== operator),
  )
  await removeDatabase(config.databaseUrl, name)
  const key = forget(config, name)
  answer(io, json, { name, backup: place, key }, [
    `已移除 ${name}。最後的備份在 ${place}，主金鑰在 ${key}；備份刪除後再刪除金鑰。`,
    `${name} was removed. Its last backup is in ${place}, its master key in ${key}: delete the key when you delete the backup.`,
  ])
}

const notMigrated = (why: string) =>
  [
    `資料庫結構無法建立：${why}；排除後請再執行一次。`,
    `Its tables could not be made: ${why}. Mend that and run the command again.`,
  ] as const
const notBackedUp = (name: string, why: string) =>
  [`無法備份 ${name}，因此沒有移除：${why}`, `${name} could not be backed up, so it was not removed: ${why}`] as const
