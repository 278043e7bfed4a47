import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { startProxy } from '../test/deploy/proxies.ts'
import { type Client, clientOf } from './kit/client.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { databaseUrl, openQuery, runStatement } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { findProgram } from './kit/proxies.ts'
import { runGuidon } from './kit/restored.ts'
import { type Environment, freePort, type Service, startService } from './kit/service.ts'

const names = Array.from({ length: 10 }, (_, n) => `drill-${n}`)
const hostOf = (name: string) => `${name}.example.com`
const idOf = (name: string) => `guidon_${name.replaceAll('-', '_')}`
const PASSWORD = 'password of the administrator'

export default drill({
  id: 'M1',
  title: 'ten operators on one server behind one HAProxy; a migration of one fails',
  target: 'no session, row or connection of one is taken by another; the other nine are migrated and go on',
  run: async (context) => {
    const haproxy = findProgram('haproxy')
    if (!haproxy) return { value: 'HAProxy cannot be had', pass: undefined }
    await removeAll(context)
    context.atEnd(() => removeAll(context))
    const directory = join(context.home, 'operators')
    mkdirSync(directory, { recursive: true })
    const env = { OPERATORS_DIR: directory, OPERATORS_DATABASE_URL: databaseUrl(postgresOf(context)) }
    const began = Date.now()
    for (const name of names) await add(env, name)
    const seconds = (Date.now() - began) / 1000 / names.length
    const faults = await oneFails(context, env)
    const services = await Promise.all(names.map((name) => serve(context, directory, name)))
    const text = readFileSync(join(directory, 'haproxy.cfg'), 'utf8')
    const proxy = await startProxy(
      'haproxy',
      { home: context.home, targets: [], speaks: 'http', text },
      haproxy.command,
    )
    context.atEnd(proxy.stop)
    const client = clientOf(`http://127.0.0.1:${proxy.port}`)
    context.atEnd(client.close)

    faults.push(...(await crossed(client)), ...(await connected(context, directory)))
    const megabytes = services.reduce((sum, service) => sum + memoryOf(service), 0)
    const [used] = await context.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where datname like 'guidon_drill_%'`,
    )
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong; added in ${seconds.toFixed(1)} s each, ${(megabytes / names.length).toFixed(0)} MB each, ${used?.n} connections`,
      pass: faults.length === 0,
    }
  },
})

const postgresOf = ({ connection }: Context) => ({ ...connection, database: 'postgres' })

const removeAll = async (context: Context) => {
  for (const name of names) {
    await runStatement(postgresOf(context), `drop database if exists ${idOf(name)} with (force)`)
    await runStatement(postgresOf(context), `drop role if exists ${idOf(name)}`)
  }
}

const add = async (env: Environment, name: string) => {
  const given = ['--host', hostOf(name), '--admin', `boss@${hostOf(name)}`, '--port', String(await freePort())]
  await runGuidon(env, 'operators', 'add', name, ...given)
}

const settingsOf = (directory: string, name: string): Environment =>
  Object.fromEntries(
    Object.entries(parseEnv(readFileSync(join(directory, name, 'guidon.env'), 'utf8'))).map(([key, value]) => [
      key,
      value ?? '',
    ]),
  )

const serve = async (context: Context, directory: string, name: string) => {
  const settings = { ...settingsOf(directory, name), NODE_ENV: 'production', ADMIN_PASSWORD: PASSWORD }
  const service = await startService(join(directory, name), settings)
  context.atEnd(() => service.kill('SIGKILL'))
  return service
}

/** Each administrator signs in at its own host name and nowhere else, and sees its own records alone. */
const crossed = async ({ ask }: Client) => {
  const faults: string[] = []
  const at = (name: string, method: string, path: string, token?: string, body?: object) =>
    ask(method, path, { token, body, headers: { host: hostOf(name) } })
  const tokens = new Map<string, string>()
  for (const name of names) {
    const body = { email: `boss@${hostOf(name)}`, password: PASSWORD }
    const answer = await at(name, 'POST', '/api/login', undefined, body)
    if (answer.status !== 200) faults.push(`${name}: its administrator is answered ${answer.status}`)
    tokens.set(name, answer.body?.data?.token)
    const code = name.replace('-', '').toUpperCase()
    const season = { code, name, starts_on: '2027-01-01', ends_on: '2027-02-01', level: 'low' }
    await at(name, 'POST', '/api/seasons', tokens.get(name), season)
  }
  await inParallel(names.length ** 2, 8, async (n) => {
    const [one = '', other = ''] = [names[n % names.length], names[Math.floor(n / names.length)]]
    const answer = await at(other, 'GET', '/api/seasons?per_page=100', tokens.get(one))
    if (answer.status !== (one === other ? 200 : 401)) faults.push(`${one} at ${other}: ${answer.status}`)
    const seen = one === other ? names.filter((name) => answer.text.includes(`"${name}"`)) : []
    if (one === other && seen.join() !== one) faults.push(`${one} sees the seasons of ${seen.join()}`)
  })
  const unknown = await ask('GET', '/api/me', { headers: { host: 'nobody.example.com' } })
  if (unknown.status !== 404) faults.push(`an unknown host name is answered ${unknown.status}`)
  return faults
}

/** The role of each is refused by the databases of all others. */
const connected = async ({ connection }: Context, directory: string) => {
  const faults: string[] = []
  for (const one of names)
    for (const other of names) {
      const { password } = new URL(settingsOf(directory, one).DATABASE_URL ?? '')
      const { query, end } = openQuery({ ...connection, user: idOf(one), password, database: idOf(other) })
      const isLet = await query('select 1').then(
        () => true,
        () => false,
      )
      await end()
      if (isLet !== (one === other)) faults.push(`the role of ${one} in the database of ${other}: ${isLet}`)
    }
  return faults
}

/** Migrations are due in three databases and fail in the first of them. */
const oneFails = async ({ connection }: Context, env: Environment) => {
  const [broken = '', ...due] = names.slice(3, 6)
  for (const name of due)
    await runStatement(
      { ...connection, database: idOf(name) },
      `drop schema public cascade; drop schema jobs cascade; create schema public authorization ${idOf(name)}`,
    )
  const { query, end } = openQuery({ ...connection, database: idOf(broken) })
  const [first] = await query(`delete from migrations where name like '0001%' returning to_jsonb(migrations) as row`)
  const answer = await runGuidon(env, 'operators', 'upgrade', '--json').catch((error: { stdout: string }) => error)
  await query('insert into migrations select * from jsonb_populate_record(null::migrations, $1)', [first?.row])
  await end()
  const rows: { name: string; result: string }[] = JSON.parse(answer.stdout)
  const failed = rows.filter(({ result }) => result !== 'done').map(({ name }) => name)
  const isRight = rows.length === names.length && failed.join() === broken
  return isRight ? [] : [`the upgrade failed for ${failed.join()} of ${rows.length}, and not for ${broken} alone`]
}

const memoryOf = ({ pid }: Service) =>
  Number(/^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid()}/smaps_rollup`, 'utf8'))?.[1]) / 1024
