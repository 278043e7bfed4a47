import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { usableUrl } from './kit/db/addresses.ts'
import { type TrustedProxies, trustedProxiesIn } from './kit/http/server/caller.ts'
import { type Allowed, faultOf } from './kit/outbound/targets.ts'
import { type Role, roles } from './modules/roles.ts'

export type Config = ReturnType<typeof readConfig>

/**
 * The environment as one checked, frozen object. All faults are reported at once, without the faulty values, which may be secrets.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const faults: string[] = []
  const read = variables(env, faults)
  const config = {
    papersDir: env.PAPERS_DIR ? resolve(env.PAPERS_DIR) : undefined,
    ...storage(read, env, faults),
    ...network(read),
    ...people(read),
    ...localSettings(read),
  }
  if (faults.length) throw new ConfigFault(faults)
  return Object.freeze(config)
}

const storage = ({ text, matching, parsed }: Variables, env: NodeJS.ProcessEnv, faults: string[]) => {
  const databaseUrl = parsed<string | undefined>('DATABASE_URL', undefined, usableUrl, DATABASE_RULE)
  const masterKeys =
    parsed('MASTER_KEY', undefined, masterKeysIn, KEY_RULE) ?? masterKeysAt(env.MASTER_KEY_FILE, faults)
  const filesUrl = matching('FILES_URL', /^s3:\/\/.+/, 'an s3:// address')
  if (databaseUrl && !masterKeys)
    faults.push(`MASTER_KEY (or MASTER_KEY_FILE) is required with DATABASE_URL: ${KEY_RULE}.`)
  if (filesUrl && !(env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY))
    faults.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required with FILES_URL.')
  return {
    dataDir: resolve(text('DATA_DIR', 'data')),
    databaseUrl,
    filesUrl,
    masterKeys,
  }
}
const DATABASE_RULE =
  'a postgres:// address (several hosts as a,b:5433; target_session_attrs may be read-write, primary or any)'
const KEY_RULE = '32 random bytes in base64 (openssl rand -base64 32)'

const network = ({ text, matching, whole, parsed }: Variables) => {
  const webhookAllow = parsed('WEBHOOK_ALLOW', [], targetsIn, 'private targets as host:port, separated by commas')
  const outside = (name: string) => parsed<string | undefined>(name, undefined, outsideUrl(webhookAllow), OUTSIDE_RULE)
  return {
    host: text('HOST', '127.0.0.1'),
    port: whole('PORT', 3000, 0, 65535),
    publicUrl: matching('PUBLIC_URL', /^https?:\/\/[^\s/]+/, 'an http(s) address')?.replace(/\/$/, ''),
    corsOrigins: wordsIn(text('CORS_ORIGINS', '')),
    trustProxy: parsed<TrustedProxies>('TRUST_PROXY', 0, trustedProxiesIn, PROXY_RULE),
    webhookAllow,
    providerUrls: { ecpay: outside('ECPAY_URL'), newebpay: outside('NEWEBPAY_URL') },
    receiptPlatformUrl: outside('RECEIPT_PLATFORM_URL'),
    lineApiUrl: outside('LINE_API_URL'),
    workers: whole('WORKERS', 1, 1, 64),
  }
}
const OUTSIDE_RULE = 'an https:// address, or a private one that WEBHOOK_ALLOW names'
const outsideUrl = (allowed: Allowed) => (text: string) =>
  URL.canParse(text) && faultOf(text, allowed) === undefined ? text.replace(/\/$/, '') : undefined
const PROXY_RULE = 'the number of proxies in front (0 to 9), or their addresses and networks, separated by commas'

const people = ({ text, matching, parsed }: Variables) => ({
  demo: parsed<boolean | undefined>('DEMO', undefined, (value) => flags[value], '0 or 1'),
  adminEmail: matching('ADMIN_EMAIL', /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, 'an email address') ?? 'admin@guidon.local',
  adminPassword: matching('ADMIN_PASSWORD', /^.{10,200}$/, 'of 10 to 200 characters'),
  smtpUrl: matching('SMTP_URL', /^smtps?:\/\/.+/, 'an smtp:// or smtps:// address'),
  mailFrom: text('MAIL_FROM', 'Guidon <noreply@guidon.local>'),
  secondFactorRoles: parsed<readonly Role[]>('SECOND_FACTOR_ROLES', [], rolesIn, `roles of ${roles.join(', ')}`),
})

const localSettings = ({ matching, parsed, whole }: Variables) => ({
  logLevel:
    matching('LOG_LEVEL', /^(fatal|error|warn|info|debug|silent)$/, 'fatal, error, warn, info, debug or silent') ??
    'info',
  zone: parsed('TIME_ZONE', 'Asia/Taipei', zoneIn, 'an IANA time zone'),
  currency: matching('DEFAULT_CURRENCY', /^[A-Z]{3}$/, 'an ISO 4217 code') ?? 'TWD',
  serialPattern:
    matching('SERIAL_PATTERN', /\{(letter|number)\}/, 'a pattern that counts, with {letter} or {number}') ??
    '{package}{yymmdd}{letter}',
  unprovedPercent: whole('UNPROVED_SEATS_PERCENT', 30, 0, 100),
})

type Variables = ReturnType<typeof variables>

/** Readers of single variables. An unset or empty variable gives the fallback; a wrong one also reports a fault. */
const variables = (env: NodeJS.ProcessEnv, faults: string[]) => {
  const parsed = <T>(name: string, fallback: T, parse: (value: string) => T | undefined, rule: string): T => {
    const value = env[name]
    if (value === undefined || value === '') return fallback
    const taken = parse(value)
    if (taken === undefined) faults.push(`${name} must be ${rule}.`)
    return taken ?? fallback
  }
  return {
    parsed,
    text: (name: string, fallback: string) => env[name] || fallback,
    matching: (name: string, pattern: RegExp, rule: string) =>
      parsed<string | undefined>(name, undefined, (value) => (pattern.test(value) ? value : undefined), rule),
    whole: (name: string, fallback: number, min: number, max: number) => {
      const isTaken = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      const number = (value: string) => (isTaken(value) ? Number(value) : undefined)
      return parsed(name, fallback, number, `a whole number from ${min} to ${max}`)
    },
  }
}

const flags: Record<string, boolean> = { '0': false, '1': true }

const wordsIn = (text: string) => text.split(/[\s,]+/).filter(Boolean)

const targetsIn = (text: string): string[] | undefined => {
  const targets = wordsIn(text)
  return targets.every((target) => /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/.test(target)) ? targets : undefined
}

const rolesIn = (text: string) => {
  const named = roles.filter((role) => wordsIn(text).includes(role))
  return named.length === new Set(wordsIn(text)).size ? named : undefined
}

const zoneIn = (text: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    return undefined
  }
}

const masterKeysAt = (path: string | undefined, faults: string[]) => {
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

export class ConfigFault extends Error {
  constructor(faults: string[]) {
    super(`The configuration is not right:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

/** Whether other machines can reach the service, according to its settings. */
export function isReachable({ host, publicUrl, trustProxy }: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>) {
  return !isLoopback(host) || publicUrl !== undefined || trustProxy !== 0
}

export function isLoopback(host: string) {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)
}

/** The environment, completed from the file `.env` in the working directory; a variable that is set already wins. */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** The master key; during a rotation the new key first, then the old ones, separated by commas or line breaks. */
export function masterKeysIn(text: string): MasterKeys | undefined {
  const [newest, ...older] = text.trim().split(/[\s,]+/)
  if (!newest || ![newest, ...older].every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key))) return undefined
  return [Buffer.from(newest, 'base64'), ...older.map((key) => Buffer.from(key, 'base64'))]
}
export type MasterKeys = [Buffer, ...Buffer[]]
