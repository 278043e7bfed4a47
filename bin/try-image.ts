// Builds the image of deploy/Dockerfile without Docker, starts it, and asks it for /readyz and the console: `npm run try:image`.
// Each stage is a directory with a clean Debian, made by debootstrap, in which the instructions run with chroot. Needs root, debootstrap,
// 2 GB in /var/tmp, Debian's packages and npm's registry.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { freePort } from '../drills/kit/service.ts'
import { buildContext, instructions } from '../test/deploy/dockerfile.ts'
import { until } from '../test/until.ts'

/** The state after the instructions so far: the directory of the stage, and how its programs are started. */
type Stage = {
  root: string
  env: Record<string, string>
  folder: string
  user: string
  check: string
  command: string[]
}

// Node.js 24 comes with npm 11.
const NPM = 'npm@11.21.2'
const home = mkdtempSync('/var/tmp/guidon-image-')
const context = join(home, 'context')
const base = join(home, 'base')
const certificates = process.env.NODE_EXTRA_CA_CERTS

try {
  writeContext()
  makeBase()
  const image = build()
  console.log(`The image is ${megabytes(image.root)} MB, of it ${megabytes(join(image.root, 'app'))} MB in /app.`)
  await tryOut(image)
} finally {
  run('rm', '-r', '--one-file-system', home)
}

/** Copies what .dockerignore does not exclude. */
function writeContext() {
  const isIn = buildContext()
  const copy = (folder: string) => {
    for (const entry of readdirSync(folder || '.', { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (['.git', 'node_modules'].includes(entry.name)) continue
      if (entry.isDirectory()) copy(path)
      else if (isIn(path)) cpSync(path, join(context, path))
    }
  }
  copy('')
}

/** Makes the base image, as far as the instructions need it: Debian, Node.js with npm, and the account `node`. */
function makeBase() {
  const [, version, debian = ''] = /^node:([\d.]+)-(\w+)-slim/.exec(instructions()[0]?.rest ?? '') ?? []
  if (process.version !== `v${version}`) throw new Error(`Start this with Node.js ${version}: npm run try:image`)
  console.log(`Debian ${debian}, Node.js ${version}`)
  run('debootstrap', '--variant=minbase', debian, base)
  run('chroot', base, 'useradd', '--create-home', '--uid', '1000', 'node')
  run('cp', process.execPath, join(base, 'usr/local/bin/node'))
  run('cp', '-L', '/etc/resolv.conf', '/etc/hosts', join(base, 'etc'))
  if (certificates) run('cp', '-L', certificates, join(base, 'usr/local/share/certificates.crt'))

  const modules = join(base, 'usr/local/lib/node_modules')
  mkdirSync(join(modules, 'npm'), { recursive: true })
  run('npm', 'pack', NPM, '--pack-destination', home)
  run('tar', '-xzf', join(home, `${NPM.replace('@', '-')}.tgz`), '-C', join(modules, 'npm'), '--strip-components=1')
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'))
}

/** Runs the instructions, and returns the last stage. */
function build() {
  const stages = new Map<string, Stage>()
  let stage = {} as Stage
  for (const { name, rest } of instructions()) {
    console.log(`${name} ${rest}`)
    if (name === 'FROM') {
      stage = newStage(join(home, `stage${stages.size}`))
      stages.set(rest.split(' AS ')[1] ?? '', stage)
    } else if (name === 'WORKDIR') {
      stage.folder = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
    } else if (name === 'COPY') copy(stage, rest.split(' '), stages)
    else if (name === 'RUN') run(...entering(inBuild(stage), ['/bin/sh', '-c', rest]))
    else if (name === 'ENV')
      Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))))
    else if (name === 'USER') stage.user = rest
    else if (name === 'HEALTHCHECK') stage.check = rest.split(' CMD ')[1] ?? ''
    else if (name === 'CMD') stage.command = JSON.parse(rest)
    else if (name !== 'EXPOSE' && name !== 'VOLUME') throw new Error(`This program does not know ${name}.`)
  }
  return stage
}

function newStage(root: string): Stage {
  run('cp', '-a', base, root)
  return { root, env: {}, folder: '/', user: 'root', check: '', command: [] }
}

/** Copies files, and the contents of directories, as COPY does. */
function copy({ root, folder }: Stage, paths: string[], stages: Map<string, Stage>) {
  const from = paths[0]?.startsWith('--from=')
    ? stages.get(paths.shift()?.slice('--from='.length) ?? '')?.root
    : context
  const target = paths.pop() ?? ''
  for (const path of paths) {
    const source = join(from ?? '', path)
    const isInto = target.endsWith('/') && !statSync(source).isDirectory()
    cpSync(source, join(root, resolve(folder, target), isInto ? basename(path) : ''), { recursive: true })
  }
}

/**
 * Starts the image's command with an empty /data, sends it the requests of a person and of Docker's health check, and stops it as
 * Docker does.
 */
async function tryOut(image: Stage) {
  const port = await freePort()
  const own = { ...image, env: { ...image.env, PORT: String(port) } }
  const [command, ...args] = entering(own, own.command)
  const service = spawn(command, args, { stdio: 'inherit' })
  const ended = once(service, 'exit')
  try {
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    const isReady = () =>
      get('/readyz').then(
        ({ ok }) => ok,
        () => false,
      )
    await until(isReady, 'the service is ready')
    const page = await (await get('/desk/')).text()
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? 'no script'
    for (const path of ['/readyz', '/desk/', script, '/docs/program.js']) console.log((await get(path)).status, path)
    run(...entering(own, ['/bin/sh', '-c', own.check.replace(':3000', `:${port}`)]))
    console.log('The health check passes.')
    run(...entering(own, ['node', 'src/main.mjs', 'papers', 'check']))
  } finally {
    service.kill('SIGTERM')
    console.log(`Stopped with ${(await ended).join(' ')}`)
  }
}

/** The command line that starts a program in a stage. Its mounts are removed when the program ends. */
function entering({ root, env, folder, user }: Stage, command: string[]): [string, ...string[]] {
  const script = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"'
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const given = Object.entries({ PATH: path, HOME: user === 'root' ? '/root' : `/home/${user}`, ...env })
  const variables = given.map(([name, value]) => `${name}=${value}`)
  const program = ['env', '-i', '-C', folder, ...variables, ...command]
  return ['unshare', '--mount', 'sh', '-c', script, root, `--userspec=${user}`, root, ...program]
}

/** Adds the certificates that npm needs on this machine. */
function inBuild(stage: Stage): Stage {
  return certificates
    ? { ...stage, env: { ...stage.env, NODE_EXTRA_CA_CERTS: '/usr/local/share/certificates.crt' } }
    : stage
}

function run(command: string, ...args: string[]) {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
}

function megabytes(path: string) {
  return Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0])
}
