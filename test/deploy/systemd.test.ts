import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { missing } from '../tools.ts'
import { unit } from './environments.ts'
import { said } from './programs.ts'
import { deployed } from './proxies.ts'

const directory = mkdtempSync(join(tmpdir(), 'guidon-unit-'))
after(() => rmSync(directory, { recursive: true }))
// The checkout of this test is in another directory, maybe with a space in its name, at which systemd would split the path.
const checkout = join(directory, 'checkout')
symlinkSync(process.cwd(), checkout)
const installed = (file: string) => {
  const path = join(directory, basename(file))
  writeFileSync(path, deployed(file).replaceAll('/opt/guidon', checkout))
  return path
}
const path = installed('guidon.service')

const skip = missing('systemd-analyze')

test('systemd accepts the units', { skip }, () => {
  const { status, text } = said(
    'systemd-analyze',
    'verify',
    path,
    installed('cluster/guidon-base-backup.service'),
    installed('cluster/guidon-base-backup.timer'),
  )
  assert.deepEqual(
    { status, text: text.split('\n').filter((line) => line.includes('guidon')) },
    { status: 0, text: [] },
  )
})

test('systemd-analyze rates the exposure of the unit as low', { skip }, () => {
  const { status, text } = said('systemd-analyze', 'security', '--offline=true', '--threshold=30', path)
  const [, exposure] = /Overall exposure level for guidon\.service: ([\d.]+)/.exec(text) ?? []
  assert.ok(Number(exposure) <= 3, text)
  assert.equal(status, 0)
})

test('the unit starts the service like npm start, protects its files from other accounts, and hides nothing that it needs', () => {
  const set = new Map(unit('Service').map(({ name, value }) => [name, value]))
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.equal(set.get('ExecStart'), `/opt/guidon/node_modules/.bin/${scripts.start}`)
  assert.equal(set.get('User'), 'guidon')
  const closed = { UMask: '0077', StateDirectoryMode: '0700', PrivateTmp: 'true', ProtectSystem: 'strict' }
  const powerless = { NoNewPrivileges: 'true', CapabilityBoundingSet: '' }
  for (const [name, value] of Object.entries({ ...closed, ...powerless })) assert.equal(set.get(name), value, name)
  for (const name of ['MemoryDenyWriteExecute', 'RemoveIPC', 'PrivateNetwork']) assert.equal(set.has(name), false, name)
})
