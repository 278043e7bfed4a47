import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isLoopback, type OperatorsConfig } from '../../config.ts'
import { refuse } from '../../kit/errors.ts'

/** An operator on the shared cluster. `settings` are the environment variables of its service. */
export type Operator = { name: string; host: string; port: number; settings: Record<string, string> }
/** What a new operator is made of. */
export type Wanted = Omit<Operator, 'settings'> & { admin: string; files: string }

/** All operators: one folder each, whose `guidon.env` is written last, so an interrupted `add` is no operator yet. */
export const operatorsIn = ({ directory }: OperatorsConfig): Operator[] =>
  (existsSync(directory) ? readdirSync(directory).sort() : [])
    .filter((name) => existsSync(envFile(directory, name)))
    .map((name) => operatorOf(name, parseEnv(readFileSync(envFile(directory, name), 'utf8'))))

const operatorOf = (name: string, env: NodeJS.Dict<string>): Operator => {
  const settings = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value ?? '']))
  const { PUBLIC_URL = '', PORT } = settings
  return { name, host: URL.parse(PUBLIC_URL)?.hostname ?? '', port: Number(PORT), settings }
}

export const operatorNamed = (operators: Operator[], name: string) =>
  operators.find((operator) => operator.name === name) ??
  refuse('not_found', { detail: [`沒有名為 ${name} 的旅行社。`, `No operator has the name ${name}.`] })

/** Makes the folder and the master key of an operator. Returns whether an earlier, interrupted `add` has made them. */
export const prepareFolder = ({ directory }: OperatorsConfig, name: string) => {
  // Others may enter it, for the files of HAProxy and Prometheus, but not list it, nor enter the folder of an operator.
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  mkdirSync(dataDir(directory, name), { recursive: true, mode: 0o700 })
  const key = keyFile(directory, name)
  if (existsSync(key)) return true
  writeFileSync(key, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  return false
}

/** Settings that must not come from those that all operators share are set even if they are empty. */
export const settingsOf = (
  { directory, machines }: OperatorsConfig,
  { name, host, port, admin, files }: Wanted,
  databaseUrl: string,
) => ({
  PUBLIC_URL: `https://${host}`,
  HOST: machines.every(isLoopback) ? '127.0.0.1' : '0.0.0.0',
  PORT: String(port),
  TRUST_PROXY: '1',
  DEMO: '0',
  ADMIN_EMAIL: admin,
  ADMIN_PASSWORD: '',
  DATA_DIR: dataDir(directory, name),
  DATABASE_URL: databaseUrl,
  FILES_URL: files,
  MASTER_KEY: '',
  MASTER_KEY_FILE: keyFile(directory, name),
})

export const register = ({ directory }: OperatorsConfig, { name, settings }: Operator) => {
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
  writeAtomically(envFile(directory, name), lines.join(''), 0o600)
}

/** Removes the folder of an operator and returns where its master key is now. */
export const forget = ({ directory }: OperatorsConfig, name: string) => {
  const removed = join(directory, 'removed')
  mkdirSync(removed, { recursive: true, mode: 0o700 })
  const key = join(removed, `${name}-${Date.now()}.key`)
  renameSync(keyFile(directory, name), key)
  rmSync(join(directory, name), { recursive: true })
  return key
}

/** Readers find the old text or the new one, never a part. */
export const writeAtomically = (path: string, text: string, mode: number) => {
  rmSync(`${path}.new`, { force: true })
  writeFileSync(`${path}.new`, text, { mode, flag: 'wx', flush: true })
  renameSync(`${path}.new`, path)
}

const envFile = (directory: string, name: string) => join(directory, name, 'guidon.env')
const keyFile = (directory: string, name: string) => join(directory, name, 'master.key')
const dataDir = (directory: string, name: string) => join(directory, name, 'data')
