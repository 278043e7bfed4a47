import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { seedRows } from '../src/kit/db/seeds.ts'
import { DOMAIN, PASSWORD } from '../src/seeds/demo/people.ts'
import { type Environment, environments } from '../test/deploy/environments.ts'
import type { Context } from './kit/context.ts'
import { databaseUrl, runStatement } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { root, startService } from './kit/service.ts'

export default drill({
  id: 'S3',
  title: 'the environments of deploy/, with and without their DEMO=0, on a first start',
  target: 'no account with a known password; the generated one in no log',
  run: async (context) => {
    const faults: string[] = []
    const starts = startsOf(context)
    for (const [nth, { name, environment }] of starts.entries()) {
      const found = await faultsOf(context, environment, `s3-${nth}`)
      faults.push(...found.map((fault) => `${name}: ${fault}`))
    }
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong in ${starts.length} first starts; ${accounts().length} accounts × ${passwords().length} passwords tried in each`,
      pass: faults.length === 0,
    }
  },
})

type Start = { name: string; environment: Environment }

/** Each environment of deploy/, unchanged and also without its DEMO=0. */
const startsOf = ({ random }: Context): Start[] => {
  const given = { POSTGRES_PASSWORD: random.text(12), MASTER_KEY: Buffer.alloc(32, 9).toString('base64') }
  return Object.entries(environments(given)).flatMap(([name, environment]) => {
    const { DEMO: _, ...without } = environment
    // Without settings, the unit listens only on loopback, where the demo is the default.
    const isPrivate = !('HOST' in without || 'PUBLIC_URL' in without || 'TRUST_PROXY' in without)
    return [{ name, environment }, ...(isPrivate ? [] : [{ name: `${name} without DEMO`, environment: without }])]
  })
}

/** Starts the service on an empty directory, and with `DATABASE_URL` on an empty database. */
const faultsOf = async (context: Context, environment: Environment, place: string) => {
  const dataDir = join(context.home, place)
  const database = environment.DATABASE_URL && { DATABASE_URL: await emptyDatabase(context, place.replace('-', '_')) }
  const service = await startService(dataDir, { ...environment, ...database, DATA_DIR: dataDir })
  context.atEnd(() => service.kill('SIGKILL'))
  const opened = await signedIn(service.ask, context)
  const [email = '', password = ''] = firstPassword(dataDir)
  const isOpen = (await login(service.ask, email, password, '198.51.100.1')) === 200
  await service.stop()
  return [
    ...opened.map((account) => `${account} signs in`),
    ...(isOpen ? [] : ['the first administrator cannot sign in with the password that was kept for it']),
    ...(service.log().includes(password) ? ['the generated password is in the log'] : []),
  ]
}

const emptyDatabase = async ({ cluster, atEnd }: Context, place: string) => {
  const database = `drill_${place}`
  const postgres = cluster.connectionTo('postgres')
  const drop = () => runStatement(postgres, `drop database if exists ${database} with (force)`)
  await drop()
  await runStatement(postgres, `create database ${database}`)
  atEnd(drop)
  return databaseUrl(cluster.connectionTo(database))
}

type Ask = Awaited<ReturnType<typeof startService>>['ask']
const login = async (ask: Ask, email: string, password: string, from: string) => {
  const asking = { body: { email, password }, headers: { 'x-forwarded-for': from } }
  return (await ask('POST', '/api/login', asking)).status
}

const signedIn = async (ask: Ask, { random }: Context) => {
  const opened: string[] = []
  for (const email of accounts())
    for (const password of passwords()) {
      const status = await login(ask, email, password, `203.0.113.${random.int(1, 250)}`)
      if (status === 200) opened.push(email)
      else if (status !== 401) opened.push(`${email} is answered ${status}, so nobody knows whether it`)
    }
  return opened
}

const texts = () =>
  globSync(['README.md', 'docs/**/*.md', 'deploy/**/*'], { cwd: root })
    .map((file) => join(root, file))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))

/** Every account of the seeds, and every address of the product's own domain in the documents. */
const accounts = () => {
  const seeded = seedRows('demo/users').map(({ key }) => `${key}@${DOMAIN}`)
  const named = texts().flatMap((text) => text.match(/[\w-]+@[\w.]*guidon\.local|you@example\.com/g) ?? [])
  return [...new Set([...seeded, ...named])]
}

/** Every password in the seeds and the documents. */
const passwords = () => {
  const named = texts().flatMap((text) => [...text.matchAll(/"?password\\?"?[:=]\s*\\?"([^"\\$]+)\\?"/gi)])
  return [...new Set([PASSWORD, ...named.map(([, password = '']) => password)])]
}

const firstPassword = (dataDir: string) => {
  const path = join(dataDir, 'first-password')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
}
