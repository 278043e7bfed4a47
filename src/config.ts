import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export type Config = ReturnType<typeof readConfig>

/** The environment as one checked, frozen object; all that is wrong with it is told at once, never with its value. */
export const readConfig = (env: NodeJS.ProcessEnv) => {
  const faults: string[] = []
  const take = <T>(name: string, fallback: T, read: (value: string) => T | undefined, rule: string): T => {
    const value = env[name]
    if (value === undefined || value === '') return fallback
    const taken = read(value)
    if (taken === undefined) faults.push(`${name} must be ${rule}.`)
    return taken ?? fallback
  }
  const text = (name: string, fallback: string) => take(name, fallback, (value) => value, '')
  const maybe = (name: string, fits: RegExp, rule: string) =>
    take<string | undefined>(name, undefined, (value) => (fits.test(value) ? value : undefined), rule)
  const whole = (name: string, fallback: number, min: number, max: number) =>
    take(
      name,
      fallback,
      (value) => (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined),
      `a whole number from ${min} to ${max}`,
    )

  const databaseUrl = maybe('DATABASE_URL', /^postgres(ql)?:\/\/.+/, 'a postgres:// address')
  const masterKeys =
    take<MasterKeys | undefined>(
      'MASTER_KEY',
      undefined,
      masterKeysIn,
      '32 random bytes in base64 (openssl rand -base64 32)',
    ) ?? fileOf(env.MASTER_KEY_FILE, faults)
  if (databaseUrl && !masterKeys)
    faults.push(
      'MASTER_KEY (or MASTER_KEY_FILE) is required with DATABASE_URL: 32 random bytes in base64 (openssl rand -base64 32).',
    )

  const config = {
    host: text('HOST', '127.0.0.1'),
    port: whole('PORT', 3000, 0, 65535),
    publicUrl: maybe('PUBLIC_URL', /^https?:\/\/[^\s/]+/, 'an http(s) address')?.replace(/\/$/, ''),
    dataDir: resolve(text('DATA_DIR', 'data')),
    databaseUrl,
    demo: take<boolean | undefined>('DEMO', undefined, (value) => ({ '0': false, '1': true })[value], '0 or 1'),
    adminEmail: maybe('ADMIN_EMAIL', /^\S+@\S+\.\S+$/, 'an email address') ?? 'admin@guidon.local',
    adminPassword: maybe('ADMIN_PASSWORD', /^.{10,200}$/, 'of 10 to 200 characters'),
    smtpUrl: maybe('SMTP_URL', /^smtps?:\/\/.+/, 'an smtp:// or smtps:// address'),
    mailFrom: text('MAIL_FROM', 'Guidon <noreply@guidon.local>'),
    filesUrl: maybe('FILES_URL', /^s3:\/\/.+/, 'an s3:// address'),
    masterKeys,
    corsOrigins: text('CORS_ORIGINS', '')
      .split(/[\s,]+/)
      .filter(Boolean),
    trustProxy: take<boolean | string>(
      'TRUST_PROXY',
      false,
      (value) => ({ '0': false, '1': true })[value] ?? value,
      '1, or addresses of proxies',
    ),
    webhookAllow: take<string[]>(
      'WEBHOOK_ALLOW',
      [],
      (value) => {
        const targets = value.split(/[\s,]+/).filter(Boolean)
        return targets.every((target) => /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/.test(target)) ? targets : undefined
      },
      'private targets as host:port, separated by commas',
    ),
    logLevel: take(
      'LOG_LEVEL',
      'info',
      (value) => (['fatal', 'error', 'warn', 'info', 'debug', 'silent'].includes(value) ? value : undefined),
      'fatal, error, warn, info, debug or silent',
    ),
    zone: take('TIME_ZONE', 'Asia/Taipei', (value) => (isZone(value) ? value : undefined), 'an IANA time zone'),
    currency: maybe('DEFAULT_CURRENCY', /^[A-Z]{3}$/, 'an ISO 4217 code') ?? 'TWD',
    serialPattern: take(
      'SERIAL_PATTERN',
      '{package}{yymmdd}{letter}',
      (value) => (/\{(letter|number)\}/.test(value) ? value : undefined),
      'a pattern that counts, with {letter} or {number}',
    ),
    workers: whole('WORKERS', 1, 1, 64),
  }
  if (faults.length) throw new ConfigFault(faults)
  return Object.freeze(config)
}

export class ConfigFault extends Error {
  constructor(faults: string[]) {
    super(`The configuration is not right:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

/** What stands in `.env` beside the program counts where the environment says nothing. */
export const readEnvironment = (): NodeJS.ProcessEnv => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** The master key; while another takes its place that one first, and the old ones after it, separated by commas or lines. */
export const masterKeysIn = (text: string): MasterKeys | undefined => {
  const [newest, ...older] = text.trim().split(/[\s,]+/)
  if (!newest || ![newest, ...older].every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key))) return undefined
  return [Buffer.from(newest, 'base64'), ...older.map((key) => Buffer.from(key, 'base64'))]
}
export type MasterKeys = [Buffer, ...Buffer[]]

const isZone = (value: string) => {
  try {
    return !!new Intl.DateTimeFormat('en', { timeZone: value })
  } catch {
    return false
  }
}

const fileOf = (path: string | undefined, faults: string[]) => {
  if (!path) return undefined
  try {
    const keys = masterKeysIn(readFileSync(path, 'utf8'))
    if (keys) return keys
    faults.push('MASTER_KEY_FILE must hold 32 random bytes in base64.')
  } catch {
    faults.push('MASTER_KEY_FILE cannot be read.')
  }
  return undefined
}
